import type { JsonObject } from '@runnel/contract'
import type { FakeVendor } from './chat-model-case.ts'
import type { FakeRefusal } from './fake-openai-reply.ts'
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
  /** Fields of the credential; the fake lets in this key only. */
  credential: Record<string, string>
  startFake(): Promise<FakeEmbeddingVendor>
  /** Whether it answers without a credential too. */
  worksWithoutKey?: boolean
  /** How many texts one call may hold. */
  mostTexts: number
}

/** The fake of a vendor that speaks OpenAI's embeddings and lets in this key. */
export async function startEmbeddingsFake(apiKey: string): Promise<FakeEmbeddingVendor> {
  const { baseURL, requests, embedWith, close } = await startFakeOpenAI({ apiKey })
  return { origin: new URL(baseURL).origin, requests, refuseWith: embedWith, close }
}
