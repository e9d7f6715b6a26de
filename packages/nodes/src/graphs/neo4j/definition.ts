import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'

const credential: CredentialType = {
  name: 'neo4jApi',
  label: 'Neo4j API',
  version: 1,
  inputs: [
    {
      label: 'Neo4j URL',
      name: 'url',
      type: 'string',
      placeholder: 'http://127.0.0.1:7474',
      description:
        'The address of HTTP; of an Aura database neo4j+s://….databases.neo4j.io is understood, too',
    },
    { label: 'Username', name: 'username', type: 'string' },
    { label: 'Password', name: 'password', type: 'password' },
  ],
  test: async (fields) => (await import('./reach-neo4j.ts')).testNeo4j(fields),
}

/** A graph database of Neo4j. */
export const neo4j = defineNode({
  definition: {
    name: 'Neo4j',
    label: 'Neo4j',
    version: 1,
    type: 'Neo4j',
    icon: 'IconHierarchy2',
    category: 'Graph',
    concepts: ['databases'],
    color: '#018BFF',
    description: 'A graph database of Neo4j, which is asked over HTTP and only read',
    baseClasses: ['Neo4j'],
    kind: 'component',
    effects: 'read',
    provides: ['graph'],
    credential: credentialInput(credential),
    inputs: [
      {
        label: 'Database',
        name: 'database',
        type: 'string',
        placeholder: 'neo4j',
        description: 'The name of the database on its server; neo4j when empty',
        optional: true,
      },
      {
        label: 'Timeout (ms)',
        name: 'timeoutMs',
        type: 'number',
        default: 5000,
        min: 1,
        description: 'How long one statement may take, a minute at most',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Enhanced Schema',
        name: 'enhancedSchema',
        type: 'boolean',
        default: false,
        description: 'Shows the model some nodes of each label as well',
        optional: true,
        additionalParams: true,
      },
    ],
  },
  credentials: [credential],
  provides: { graph: async () => (await import('./graph.ts')).readNeo4j },
})
