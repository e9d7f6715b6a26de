import { TEA_LOGIN } from '@runnel/nodes/testing'
import type { FakeOpenAI } from '@runnel/providers/testing'
import { chainEdge, chainNode } from './example-flows.ts'
import { makeCredential, makeFlow } from './make-flow.ts'
import type { TestCaller } from './test-caller.ts'

/** A graph at this address → Graph Cypher QA Chain, on the fake vendor: its id, saved with the credentials that it takes. */
export async function makeGraphFlow(
  caller: TestCaller,
  vendor: FakeOpenAI,
  graph: { url: string; values?: object; login?: Partial<typeof TEA_LOGIN> },
): Promise<string> {
  const { id } = await caller.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'The graph',
    credentialName: 'neo4jApi',
    plainDataObj: { ...TEA_LOGIN, ...graph.login, url: graph.url },
  })
  const withKey = (node: string, inputs: object, key: string) => {
    const made = chainNode(`${node}_0`, node, { ...inputs })
    made.data.credential = key
    return made
  }
  const chain = 'graphCypherQAChain_0'
  const model = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL }
  const nodes = [
    withKey('chatOpenAI', model, await makeCredential(caller)),
    withKey('Neo4j', graph.values ?? {}, id),
    chainNode(chain, 'Chain', {}),
  ]
  const edges = [
    chainEdge('chatOpenAI_0', chain, ['model', 'BaseLanguageModel']),
    chainEdge('Neo4j_0', chain, ['graph', 'Neo4j']),
  ]
  return makeFlow(caller, { nodes, edges }, { type: 'CHATFLOW' })
}
