import { embedText } from './embed-text.ts'
import type { FakeEmbeddingVendor } from './embedder-case.ts'
import { sendJson, startFakeVendor } from './start-fake-vendor.ts'

/** What is a vendor's own in a fake that only embeds. */
export interface VectorDialect {
  apiKey: string
  path: string
  /** Texts of a call; undefined for a body that the vendor does not take. */
  readTexts(body: Record<string, unknown>): string[] | undefined
  answer(vectors: number[][]): object
  refusal(message: string): object
}

const DIMENSIONS = 1024

/** Starts a fake that embeds and lets in this key only. */
export async function startFakeVectors(dialect: VectorDialect): Promise<FakeEmbeddingVendor> {
  const { respondWith, ...fake } = await startFakeVendor<Record<string, unknown>>({
    refuse: ({ path, headers, body }) => {
      if (headers.authorization !== `Bearer ${dialect.apiKey}`)
        return { status: 401, message: 'Unauthorized' }
      if (path !== dialect.path) return { status: 404, message: `Not found: ${path}` }
      const isFit = dialect.readTexts(body)?.every((text) => text !== '') === true
      return isFit ? undefined : { status: 422, message: 'The body of the call does not fit.' }
    },
    describeRefusal: ({ message }) => dialect.refusal(message),
    write: (response, _answer, { body }) => {
      const texts = dialect.readTexts(body) ?? []
      sendJson(response, dialect.answer(texts.map((text) => embedText(text, DIMENSIONS))))
    },
  })
  return { ...fake, refuseWith: respondWith }
}

/** Vectors as OpenAI tells them, not in their order. */
export function vectorData(vectors: (number[] | string)[]): object {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data: data.reverse(), usage: { total_tokens: vectors.length } }
}
