"""Everyday words for one thing: what a person types, and what a question or an interest may call it."""

_ONE_THING = """
money, cost, price, expense, spending
rebate, grant, subsidy, funding, incentive
noise, loudness, sound, loud
emergency access, emergency service, emergency vehicle, ambulance, fire service, fire engine, fire brigade
shop, store, retailer, trader, business
resident, neighbour, inhabitant, local
car, vehicle, motor traffic
pollution, air quality, emission, fumes
public transport, bus, buses
cyclist, cycling, bicycle, bike
delivery, loading, supply
law, legal question, regulation, rule, legislation
copyright, right, licence
privacy, data protection
quality, accuracy
child, kid, pupil
old people, elderly, senior
worker, staff, employee
safety, accident, injury
weather, climate
heat, warmth
electricity, power, tariff
installer, craftsman, tradesman
opinion, view, survey
wheelchair, disabled people, blue badge
doctor, physician
medicine, drug, medication
risk, danger, hazard
energy use, consumption
"""
GROUPS = tuple(tuple(name.strip() for name in line.split(",")) for line in _ONE_THING.strip().splitlines())
