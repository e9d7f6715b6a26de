import { z } from 'zod'

/**
 * What a component can be used for. Each is one small interface of `node-kit`; what a component provides is declared
 * by its definition, per output.
 * - `text`: gives a value that fills a param (a prompt's text, a variable, the text of documents).
 */
export const CAPABILITIES = [
  'chatModel',
  'embedder',
  'reranker',
  'retriever',
  'vectorStore',
  'graph',
  'recordManager',
  'documentSource',
  'textSplitter',
  'memory',
  'toolset',
  'outputParser',
  'prompt',
  'moderation',
  'cache',
  'embeddingCache',
  'speechToText',
  'textToSpeech',
  'imageModel',
  'text',
] as const
export const capabilitySchema = z.enum(CAPABILITIES)
export type Capability = z.infer<typeof capabilitySchema>
