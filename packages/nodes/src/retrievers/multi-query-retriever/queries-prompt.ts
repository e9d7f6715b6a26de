/** Asks a model for other wordings, where the author says nothing. */
export const QUERIES_PROMPT = `Write 3 other wordings of the question below that would find the same knowledge in a library, from different sides. Give each on a line of its own, and nothing else.

{question}`
