import { type ChainPlaces, PREPARED, type Saying } from './chain-world.ts'
import { type Drawing, into } from './draw-flow.ts'
import { TEAS_OF_UJI } from './graph-of-teas.ts'
import type { Filling } from './node-form.ts'

/** A chat flow as a person draws it, and what is then said: `said` by the model, call by call. */
export interface TalkedFlow extends Drawing {
  asks: { question: string; said: Saying[]; answer: string }[]
}

export const PASSAGE = 'Green tea is steeped at 70 degrees.'
const HOW_HOT = 'How hot is green tea steeped?'
const FINDS_PASSAGE: Saying = { finds: /Green tea is steeped at \d+ degrees\./ }
const STORE = 'In-Memory Vector Store'
const AS_STORE: Filling = { options: { Output: 'Memory Vector Store' } }

/** The node of the model, and that of the embeddings. */
export const vendorNode = (label: string, { vendor }: ChainPlaces): Drawing['nodes'][number] => ({
  label,
  filling: { credential: { name: PREPARED.credential }, more: { BasePath: vendor } },
})

/** A store with one passage, as it is drawn before what searches it. */
function knowledge(world: ChainPlaces, storeFilling?: Filling): Drawing {
  return {
    nodes: [
      { label: STORE, ...(storeFilling && { filling: storeFilling }) },
      vendorNode('OpenAI Embedding', world),
      { label: 'Plain Text', filling: { texts: { Text: PASSAGE } } },
    ],
    edges: into(STORE, [
      ['OpenAI Embedding', 'Embeddings'],
      ['Plain Text', 'Document'],
    ]),
  }
}

/** Answers from an API: the model writes the request, and finds the answer in what came. */
function callsApi(
  world: ChainPlaces,
  label: string,
  { filling, request }: { filling: Filling; request: Saying },
) {
  return {
    nodes: [{ label, filling }, vendorNode('OpenAI', world)],
    edges: into(label, [['OpenAI', label === 'OpenAPI Chain' ? 'Chat Model' : 'Language Model']]),
    asks: [
      {
        question: 'How warm is Rome?',
        said: [
          request,
          { finds: /"method":"(\w+)","city":"Rome","celsius":(\d+)/, as: '$1 says: $2 degrees.' },
        ],
        answer: `${label.startsWith('POST') ? 'POST' : 'GET'} says: 21 degrees.`,
      },
    ],
  }
}

/** An agent that has a calculator and asks for it in the way of its kind; `model` is its port. */
function counts(
  world: ChainPlaces,
  label: string,
  { model = 'Chat Model', memory = true, said }: { model?: string; memory?: boolean; said: Saying[] },
): TalkedFlow {
  return {
    nodes: [
      { label },
      vendorNode('OpenAI', world),
      { label: 'Calculator' },
      ...(memory ? [{ label: 'Buffer Memory' }] : []),
    ],
    edges: into(label, [
      ['OpenAI', model],
      ['Calculator', 'Tools'],
      ...(memory ? [['Buffer Memory', 'Memory'] as [string, string]] : []),
    ]),
    asks: [{ question: 'What is 6 * 7?', said, answer: 'It is 42.' }],
  }
}

const REACT: Saying[] = [
  { text: 'Thought: I have to count.\nAction: calculator\nAction Input: 6 * 7' },
  { finds: /Observation: (\d+)/, as: 'Thought: I know the answer.\nFinal Answer: It is $1.' },
]

/** Each chain of the catalogue that the most used flows do not draw, by its type. */
function chainFlows(world: ChainPlaces): Record<string, TalkedFlow> {
  const model = vendorNode('OpenAI', world)
  const stored = knowledge(world)
  const docs = `The weather of a town: ${world.api}/now?city={name}`
  return {
    retrievalQAChain: {
      nodes: [{ label: 'Retrieval QA Chain' }, model, ...stored.nodes],
      edges: [
        ...into('Retrieval QA Chain', [
          ['OpenAI', 'Language Model'],
          [STORE, 'Vector Store Retriever'],
        ]),
        ...stored.edges,
      ],
      asks: [{ question: HOW_HOT, said: [FINDS_PASSAGE], answer: PASSAGE }],
    },
    vectorDBQAChain: {
      nodes: [{ label: 'VectorDB QA Chain' }, model, ...knowledge(world, AS_STORE).nodes],
      edges: [
        ...into('VectorDB QA Chain', [
          ['OpenAI', 'Language Model'],
          [STORE, 'Vector Store'],
        ]),
        ...stored.edges,
      ],
      asks: [{ question: HOW_HOT, said: [FINDS_PASSAGE], answer: PASSAGE }],
    },
    multiRetrievalQAChain: drawTwoRetrievers(world),
    multiPromptChain: {
      nodes: [
        { label: 'Multi Prompt Chain' },
        model,
        ...['physics', 'history'].map((subject) => ({
          label: 'Prompt Retriever',
          name: `Prompt of ${subject}`,
          rename: true as const,
          filling: {
            texts: {
              Name: subject,
              Description: `Good for questions of ${subject}`,
              'Prompt System Message': `You are a professor of ${subject}.`,
            },
          },
        })),
      ],
      edges: into('Multi Prompt Chain', [
        ['OpenAI', 'Language Model'],
        ['Prompt of physics', 'Prompt Retriever'],
        ['Prompt of history', 'Prompt Retriever'],
      ]),
      asks: [
        {
          question: 'When did tea come to Europe?',
          said: [
            { text: '{"destination":"history","next_inputs":"When did tea reach Europe?"}' },
            { finds: /professor of (\w+)\.[\s\S]*When did tea reach Europe\?/, as: 'So says $1.' },
          ],
          answer: 'So says history.',
        },
      ],
    },
    getApiChain: callsApi(world, 'GET API Chain', {
      filling: { texts: { 'API Documentation': docs } },
      request: { text: `${world.api}/now?city=Rome` },
    }),
    postApiChain: callsApi(world, 'POST API Chain', {
      filling: { texts: { 'API Documentation': docs } },
      request: { text: JSON.stringify({ url: `${world.api}/now`, data: { city: 'Rome' } }) },
    }),
    openApiChain: callsApi(world, 'OpenAPI Chain', {
      filling: { texts: { 'YAML Link': `${world.api}/openapi.json` } },
      request: { toolCalls: [{ name: 'read_weather', input: { PathParameters: { city: 'Rome' } } }] },
    }),
    sqlDatabaseChain: {
      nodes: [
        {
          label: 'Sql Database Chain',
          filling: {
            options: { Database: 'PostgreSQL' },
            texts: { 'Connection string or file path (sqlite only)': world.database },
          },
        },
        model,
      ],
      edges: into('Sql Database Chain', [['OpenAI', 'Language Model']]),
      asks: [
        {
          question: 'Which tea is steeped at 70 degrees?',
          said: [
            { finds: /CREATE TABLE "(teas)"/, as: 'select name from $1 where degrees = 70' },
            { finds: /SQLResult: name\n\["(\w+)"\]/, as: '$1 tea.' },
          ],
          answer: 'Green tea.',
        },
      ],
    },
    graphCypherQAChain: {
      nodes: [
        { label: 'Graph Cypher QA Chain' },
        model,
        { label: 'Neo4j', filling: { credential: { name: PREPARED.graph } } },
      ],
      edges: into('Graph Cypher QA Chain', [
        ['OpenAI', 'Language Model'],
        ['Neo4j', 'Neo4j Graph'],
      ]),
      asks: [
        {
          question: 'Which tea grows in Uji?',
          said: [
            { finds: /\(:Tea\)-\[(:GROWS_IN)\]->\(:Place\)/, as: TEAS_OF_UJI.replace(':GROWS_IN', '$1') },
            { finds: /\["(\w+)"\]\n\["Matcha"\]/, as: '$1 and Matcha.' },
          ],
          answer: 'Gyokuro and Matcha.',
        },
      ],
    },
  }
}

/** Two retrievers on one store, told apart by name and description. */
function drawTwoRetrievers(world: ChainPlaces): TalkedFlow {
  const stored = knowledge(world, AS_STORE)
  const chain = 'Multi Retrieval QA Chain'
  const retriever = (subject: string): Drawing['nodes'][number] => ({
    label: 'Vector Store Retriever',
    name: `All of ${subject}`,
    rename: true,
    filling: { texts: { Name: subject, Description: `Good for questions of ${subject}` } },
  })
  return {
    nodes: [
      { label: chain },
      vendorNode('OpenAI', world),
      retriever('tea'),
      retriever('coffee'),
      ...stored.nodes,
    ],
    edges: [
      ...into(chain, [
        ['OpenAI', 'Language Model'],
        ['All of tea', 'Vector Store Retriever'],
        ['All of coffee', 'Vector Store Retriever'],
      ]),
      ...into('All of tea', [[STORE, 'Vector Store']]),
      ...into('All of coffee', [[STORE, 'Vector Store']]),
      ...stored.edges,
    ],
    asks: [
      {
        question: HOW_HOT,
        said: [{ text: '{"destination":"tea","next_inputs":"How hot is green tea?"}' }, FINDS_PASSAGE],
        answer: PASSAGE,
      },
      {
        question: 'Who are you?',
        said: [
          { text: '{"destination":"DEFAULT","next_inputs":""}' },
          { finds: /Who are you\?/, as: 'Nobody.' },
        ],
        answer: 'Nobody.',
      },
    ],
  }
}

/** Each agent of the catalogue that the most used flows do not draw, by its type. */
function agentFlows(world: ChainPlaces): Record<string, TalkedFlow> {
  const stored = knowledge(world)
  const looking = 'Conversational Retrieval Tool Agent'
  const drawn = counts(world, looking, { model: 'Tool Calling Chat Model', said: [] })
  return {
    conversationalAgent: counts(world, 'Conversational Agent', {
      said: [
        { text: '{"action": "calculator", "action_input": "6 * 7"}' },
        { finds: /The tool gave:\s+(\d+)/, as: '{"action": "Final Answer", "action_input": "It is $1."}' },
      ],
    }),
    reactAgentChat: counts(world, 'ReAct Agent for Chat Models', { said: REACT }),
    reactAgentLLM: counts(world, 'ReAct Agent for LLMs', {
      model: 'Language Model',
      memory: false,
      said: REACT,
    }),
    xmlAgent: counts(world, 'XML Agent', {
      said: [
        { text: '<tool>calculator</tool><tool_input>6 * 7</tool_input>' },
        { finds: /<observation>(\d+)<\/observation>/, as: '<final_answer>It is $1.</final_answer>' },
      ],
    }),
    conversationalRetrievalToolAgent: {
      nodes: [...drawn.nodes, ...stored.nodes],
      edges: [...drawn.edges, ...into(looking, [[STORE, 'Vector Store Retriever']]), ...stored.edges],
      asks: [
        {
          question: 'What is twice the heat of green tea?',
          said: [
            { toolCalls: [{ name: 'calculator', input: { input: '70 * 2' } }] },
            { finds: /Green tea is steeped at (\d+)[\s\S]*\b(140)\b/, as: 'Twice $1 is $2.' },
          ],
          answer: 'Twice 70 is 140.',
        },
      ],
    },
  }
}

/** Chat flows of chains and agents, one for each type that no other journey draws and talks to. */
export function chainAndAgentFlows(world: ChainPlaces): Record<string, TalkedFlow> {
  return { ...chainFlows(world), ...agentFlows(world) }
}
