/** Asks a model for metadata, where the author says nothing. */
export const FILTER_PROMPT = `Read from the question below which of the listed keys it speaks of, and which value it wants for each. Leave out what it does not speak of.

{query}`
