import { chatModelCases, embedderCases, type FakeReply } from '@runnel/providers/testing'

/** A vendor of models: where flows call it, its fake, and its keys by the types of nodes that have them. */
export interface ModelVendor {
  host: string
  keys: Record<string, Record<string, string>>
  origin: string
  requests: { body: unknown }[]
  say(...replies: FakeReply[]): void
  close(): Promise<void>
}

/** By the hosts that their nodes call; a chat model that answers for both stands first. */
const VENDORS: Record<string, [first: string, ...others: string[]]> = {
  'localhost:11434': ['chatOllama', 'ollamaEmbedding'],
  'generativelanguage.googleapis.com': ['chatGoogleGenerativeAI', 'googleGenerativeAiEmbeddings'],
  'api.groq.com': ['groqChat'],
  'api.anthropic.com': ['chatAnthropic'],
  'router.huggingface.co': ['huggingFaceInferenceEmbeddings'],
  'api.cohere.com': ['cohereEmbeddings'],
}

/** Starts the vendors that published flows name most, beside OpenAI. */
export function startModelVendors(): Promise<ModelVendor[]> {
  return Promise.all(Object.entries(VENDORS).map(([host, nodes]) => startVendor(host, nodes)))
}

async function startVendor(host: string, nodes: [string, ...string[]]): Promise<ModelVendor> {
  const [first] = nodes
  const keyOf = (node: string) =>
    [...chatModelCases, ...embedderCases].find((each) => each.node === node)?.credential ?? {}
  const keys = Object.fromEntries(nodes.map((node) => [node, keyOf(node)]))
  const chat = chatModelCases.find(({ node }) => node === first)
  if (chat) {
    const { respondWith, ...fake } = await chat.startFake()
    return { ...fake, host, keys, say: respondWith }
  }
  const embeds = embedderCases.find(({ node }) => node === first)
  if (!embeds) throw new Error(`No vendor has ${first}.`)
  return { ...(await embeds.startFake()), host, keys, say: () => undefined }
}
