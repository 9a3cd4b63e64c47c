"""SteER's skills: each a folder with its request, its answer, a prompt, an offline answer and a scripted double."""
