import { defineNode } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'

/** Answers from a graph database. */
export const graphCypherQAChain = defineNode({
  definition: chainDefinition({
    name: 'graphCypherQAChain',
    label: 'Graph Cypher QA Chain',
    version: 1.1,
    type: 'GraphCypherQAChain',
    icon: 'IconHierarchy2',
    description:
      'Answers from a graph database by a statement of Cypher that the model writes. It can only read; what of the graph, the rights of the login decide',
    effects: 'read',
    concepts: ['databases'],
    inputs: [
      { label: 'Neo4j Graph', name: 'graph', type: 'Neo4j' },
      {
        label: 'Cypher Generation Prompt',
        name: 'cypherPrompt',
        type: 'BasePromptTemplate',
        description: 'How a model is asked for the statement; {schema} and {question} are filled in',
        optional: true,
      },
      {
        label: 'Cypher Generation Model',
        name: 'cypherModel',
        type: 'BaseLanguageModel',
        description: 'Writes the statement in place of the language model',
        optional: true,
      },
      {
        label: 'QA Prompt',
        name: 'qaPrompt',
        type: 'BasePromptTemplate',
        description: 'How a model is asked for the answer; {context}, the rows, and {question} are filled in',
        optional: true,
      },
      {
        label: 'QA Model',
        name: 'qaModel',
        type: 'BaseLanguageModel',
        description: 'Answers in place of the language model',
        optional: true,
      },
      {
        label: 'Return Direct',
        name: 'returnDirect',
        type: 'boolean',
        default: false,
        description: 'Gives the rows as JSON, and asks no model for an answer',
        optional: true,
      },
    ],
    outputs: [
      {
        label: 'Graph Cypher QA Chain',
        name: 'graphCypherQAChain',
        baseClasses: ['GraphCypherQAChain', 'BaseChain', 'Runnable'],
      },
      { label: 'Output Prediction', name: 'outputPrediction', baseClasses: ['string', 'json'] },
    ],
  }),
  run: async () => (await import('./run.ts')).runGraphCypherQAChain,
})
