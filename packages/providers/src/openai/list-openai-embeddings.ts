import type { LoadOptions } from '@runnel/node-kit'

const NAMES = ['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002']

/** The embeddings of OpenAI, to choose one; any other name can be typed. */
export const listOpenAIEmbeddings: LoadOptions = async () => NAMES.map((name) => ({ name, label: name }))
