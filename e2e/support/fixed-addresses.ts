import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROXY_AUTHORITY, startProxy, type TestProxy } from '@runnel/drivers/testing'
import { type StoreServerFake, startStoreServer } from '@runnel/nodes/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { VENDOR_KEYS } from './model-vendors.ts'

/** Where Groq is, which its node alone knows. */
const GROQ = 'api.groq.com'
const DIMENSIONS = 1536
export const GROQ_KEY = 'key-of-the-journey-for-groq'

/** Vendors whose addresses nobody can change, behind the proxy of a company that reads along. */
export interface FixedAddresses {
  proxy: TestProxy
  pinecone: StoreServerFake
  vectara: StoreServerFake
  /** OpenAI has an address that is written into its node, and is called without the proxy. */
  openAI: FakeOpenAI
  /** For the product. */
  settings: Record<string, string>
  close(): Promise<void>
}

/** Starts all of them. The model of Groq finds `passage` in what it is told. */
export async function startFixedAddresses(passage: RegExp): Promise<FixedAddresses> {
  const groq = await startFakeOpenAI({
    apiKey: GROQ_KEY,
    respond: ({ body }) => ({
      text: passage.exec(JSON.stringify(body.messages))?.[0] ?? 'There is no such passage.',
    }),
  })
  const openAI = await startFakeOpenAI({ apiKey: VENDOR_KEYS.openAI })
  const pinecone = await startStoreServer('pinecone', 0, DIMENSIONS)
  const vectara = await startStoreServer('vectara')
  const proxy = await startProxy({
    [GROQ]: new URL(groq.baseURL).origin,
    ...Object.fromEntries(
      [pinecone, vectara].flatMap(({ hosts, origin }) => hosts.map((host) => [host, origin])),
    ),
  })
  const folder = await mkdtemp(join(tmpdir(), 'runnel-authority-'))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, PROXY_AUTHORITY)
  return {
    proxy,
    pinecone,
    vectara,
    openAI,
    settings: {
      EGRESS_PROXY: proxy.address,
      EGRESS_PROXY_NAMES: 'proxy',
      NODE_EXTRA_CA_CERTS: authority,
      EGRESS_ALLOW: openAI.host,
    },
    async close() {
      await Promise.all([groq, openAI, pinecone, vectara, proxy].map((each) => each.close()))
      await rm(folder, { recursive: true })
    },
  }
}
