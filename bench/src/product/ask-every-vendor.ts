import { API_PREFIX, type InputDefinition, type NodeDefinition } from '@runnel/contract'
import type { Vendor } from '../vendor/vendor.ts'
import { modelFlow } from './bench-flows.ts'
import type { Installation } from './set-up-installation.ts'

const CATEGORY = 'Chat Models'
const GIVE_UP_MS = 30_000
const ADDRESS_PARAM = /base.?(path|url)|endpoint/i
const DUMMY = 'bench'

/**
 * Asks the chat model of every vendor once, so that its library is loaded. Those whose address can be named are
 * answered by the bench's vendor where they speak a protocol that it knows; others meet a refusal, which loads as much.
 * Gives a word on each.
 */
export async function askEveryVendor(installation: Installation, vendor: Vendor): Promise<string[]> {
  const nodes = await readCatalogue(installation)
  const words: string[] = []
  for (const node of nodes.filter(({ category }) => category === CATEGORY))
    words.push(`${node.name} ${await askVendor(installation, node, vendor)}`)
  return words
}

async function readCatalogue({ origin, headers }: Installation): Promise<NodeDefinition[]> {
  const response = await fetch(`${origin}${API_PREFIX}/nodes`, { headers })
  return (await response.json()) as NodeDefinition[]
}

async function askVendor(installation: Installation, node: NodeDefinition, vendor: Vendor): Promise<string> {
  const values: Record<string, unknown> = Object.fromEntries(
    node.inputs.filter(isNeeded).map((input) => [input.name, fillIn(input, vendor)]),
  )
  const credentialName = node.credential?.credentialNames?.[0]
  if (credentialName !== undefined)
    values.FLOWISE_CREDENTIAL_ID = await createCredential(installation, credentialName)
  const { url } = await installation.addFlow(`vendor ${node.name}`, modelFlow({ node: node.name, values }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...installation.headers },
    body: JSON.stringify({ question: 'Are you there?' }),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).catch(() => undefined)
  await response?.text()
  if (response === undefined) return 'did not answer'
  return response.ok ? 'answered' : 'refused'
}

function isNeeded({ name, optional, default: usual }: InputDefinition): boolean {
  return ADDRESS_PARAM.test(name) || (optional !== true && usual === undefined)
}

function fillIn({ name, type, options }: InputDefinition, vendor: Vendor): unknown {
  if (ADDRESS_PARAM.test(name)) return vendor.baseUrl
  if (type === 'number') return 1
  if (type === 'boolean') return false
  return options?.[0]?.name ?? DUMMY
}

async function createCredential({ client }: Installation, name: string): Promise<string> {
  const types = await client.getCredentialType({ params: { name } })
  const { inputs } = Array.isArray(types) ? (types[0] ?? { inputs: [] }) : types
  const { id } = await client.createCredential({
    body: {
      name: `${DUMMY} ${name}`,
      credentialName: name,
      plainDataObj: Object.fromEntries(inputs.map((input) => [input.name, DUMMY])),
    },
  })
  return id
}
