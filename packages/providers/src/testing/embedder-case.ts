import type { JsonObject } from '@runnel/contract'
import type { FakeVendor } from './chat-model-case.ts'
import type { FakeDialect, FakeRefusal } from './fake-openai-reply.ts'
import { startFakeOpenAI } from './fake-openai-server.ts'

/** A fake that embeds; refusals are scripted. */
export interface FakeEmbeddingVendor extends Pick<FakeVendor, 'origin' | 'requests' | 'close'> {
  refuseWith(...refusals: FakeRefusal[]): void
}

/** What the tests of the family need to know of one embedder. */
export interface EmbedderCase {
  /** The node that provides it. */
  node: string
  /** Values of a model that the fake knows. */
  values: JsonObject
  /** Secret fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  /** Its other fields: the names of an account. */
  account?: Record<string, string>
  /** The param that names the model; false where the credential names it. */
  nameParam?: string | false
  startFake(): Promise<FakeEmbeddingVendor>
  /** Whether it answers without a credential too. */
  worksWithoutKey?: boolean
  /** How many texts one call may hold. */
  mostTexts: number
}

/** The fake of a vendor that speaks OpenAI's embeddings and lets in this key. */
export async function startEmbeddingsFake(
  apiKey: string,
  dialect: FakeDialect = {},
): Promise<FakeEmbeddingVendor> {
  const { baseURL, requests, embedWith, close } = await startFakeOpenAI({ apiKey, ...dialect })
  return { origin: new URL(baseURL).origin, requests, refuseWith: embedWith, close }
}
