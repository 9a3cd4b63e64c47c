"""The model brain: any chat model, asked through LangChain, and every way in which its answers can go wrong."""
