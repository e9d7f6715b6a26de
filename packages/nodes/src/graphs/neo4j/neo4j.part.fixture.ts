import type { JsonObject } from '@runnel/contract'
import { type NodePartCase, OWN_MODEL } from '../../part-case.fixture.ts'
import { answerAsNeo4j, TEA_LOGIN, TEA_STATEMENT } from './fake-neo4j.fixture.ts'

/** A graph → Graph Cypher QA Chain. */
const asked = (values: JsonObject): Omit<NodePartCase, 'node'> => ({
  parts: [
    OWN_MODEL,
    { node: 'Neo4j', credential: { ...TEA_LOGIN, url: 'http://graph.example:7474' } },
    { node: 'graphCypherQAChain', values },
  ],
  wires: [
    ['chatOpenAI', 'graphCypherQAChain', 'model', 'BaseLanguageModel'],
    ['Neo4j', 'graphCypherQAChain', 'graph', 'Neo4j'],
  ],
  says: (told) => (told.includes('Gyokuro') ? 'Gyokuro and Matcha.' : TEA_STATEMENT),
  startServer: () => answerAsNeo4j,
  address: { node: 'Neo4j', field: 'url' },
  asks: 'Which tea grows in Uji?',
})

/** A graph answers with its rows, in a flow. */
export const neo4jCase: NodePartCase = {
  ...asked({ returnDirect: true }),
  node: 'Neo4j',
  json: [{ tea: 'Gyokuro' }, { tea: 'Matcha' }],
  told: '(:Tea)-[:GROWS_IN]->(:Place)',
}

/** And a model answers from them. */
export const graphCypherQAChainCase: NodePartCase = {
  ...asked({}),
  node: 'graphCypherQAChain',
  text: 'Gyokuro and Matcha.',
  told: 'Matcha',
}
