import type { JsonObject } from '../json.ts'

/** What a vendor's model says at its next call: a text, an object as JSON, or the tools that it wants called. */
export type Scripted = { vendor: Vendor; text: string } | { vendor: Vendor; calls: ScriptedCall[] }
export type Vendor = 'openai' | 'anthropic' | 'google'
interface ScriptedCall {
  name: string
  input: JsonObject
}

/** One turn of a conversation with a flow: a question, or a person's answer to a waiting one. */
export interface Turn {
  asks?: string
  answers?: { type: 'proceed' | 'reject'; feedback?: string }
  /** Calls of models in this turn, in order of time for each vendor. */
  script: Scripted[]
  /** The labels of all steps that the run has executed when the turn is over, in order; a step that waits stands last. */
  path: string
  /** What the answer holds. */
  answer: string
  /** What the model that was asked last has seen. */
  seen?: string
}

const openai = scripter('openai')
const anthropic = scripter('anthropic')
const google = scripter('google')

function scripter(vendor: Vendor) {
  return {
    says: (answer: string | JsonObject): Scripted => ({
      vendor,
      text: typeof answer === 'string' ? answer : JSON.stringify(answer),
    }),
    calls: (name: string, input: JsonObject): Scripted => ({ vendor, calls: [{ name, input }] }),
  }
}

const FOUND = 'everybody has 28 days of holiday'
/** What stands in the document store that templates are given: the same as in the documents of the chat flow. */
export const KNOWN_TEXT = `In this house ${FOUND} each year.`

/**
 * The conversation with each template, and the way that its run must take: on a server and in a browser, where one vendor
 * plays all.
 */
export const templateConversations: Record<string, Turn[]> = {
  'agentic-rag': [
    {
      asks: 'And how many of those days are there?',
      script: [
        openai.says({ output: 'It asks about a fact, a rule or a thing' }),
        openai.says('How many days may somebody take off?'),
        openai.says({ output: 'It does not answer the question' }),
        openai.says('How many days of holiday are there?'),
        openai.says({ output: 'It answers the question' }),
        openai.says('There are 28 days.'),
      ],
      path: 'Start → Does it need documents? → Ask well → Look it up → Is it enough? → Ask otherwise → Search again → Look it up → Is it enough? → Answer',
      answer: 'There are 28 days.',
      seen: FOUND,
    },
    {
      asks: 'Thank you!',
      script: [openai.says({ output: 'It is a greeting, thanks or small talk' }), openai.says('Gladly.')],
      path: 'Start → Does it need documents? → Reply',
      answer: 'Gladly.',
    },
  ],
  'agents-handoff': [
    {
      asks: 'Two invoices of 12 and 30: what is it together?',
      script: [
        openai.says({ output: 'An invoice, a payment or a price' }),
        anthropic.calls('calculator', { input: '12 + 30' }),
        anthropic.says('Together it is 42.'),
      ],
      path: 'Start → Who can help? → Billing',
      answer: 'Together it is 42.',
      seen: '42',
    },
    {
      asks: 'My printer is silent',
      script: [
        openai.says({ output: 'Something that does not work or has to be set up' }),
        google.says('Is it switched on?'),
      ],
      path: 'Start → Who can help? → Technical',
      answer: 'Is it switched on?',
    },
    {
      asks: 'Hello',
      script: [openai.says({ output: 'Anything else' }), openai.says('What can I do for you?')],
      path: 'Start → Who can help? → General',
      answer: 'What can I do for you?',
    },
  ],
  'deep-research-conversations': [
    {
      asks: 'How does tea reach us?',
      script: [
        openai.says('Find out how tea is shipped.'),
        google.calls('web_scraper_tool', { url: '{origin}/page' }),
        google.says('By ship, says {origin}/page.'),
        google.says('How long does it take?'),
        google.says('Four weeks.'),
        google.says('COMPLETE'),
        openai.says('Tea comes by ship in four weeks.'),
      ],
      path: 'Start → Set the task → Researcher → Editor → Is it complete? → Another round → Researcher → Editor → Is it complete? → Write the report',
      answer: 'Tea comes by ship in four weeks.',
      seen: 'Four weeks.',
    },
  ],
  'deep-research-subagents': [
    {
      asks: 'Is tea good for the heart?',
      script: [
        anthropic.says({ questions: ['What do studies say?', 'How much is drunk?'] }),
        google.says('Studies find a small effect.'),
        google.says('Three cups a day.'),
        anthropic.says('A first report.'),
        anthropic.says({ output: 'A part of the question is left open' }),
        anthropic.says({ questions: ['Are there risks?'] }),
        google.says('Too hot tea is a risk.'),
        anthropic.says('The whole report.'),
        anthropic.says({ output: 'The report answers the question' }),
      ],
      path: 'Start → Plan → Subagent → Subagent → For each question → Write the report → Are there gaps? → Plan anew → Plan → Subagent → For each question → Write the report → Are there gaps? → Give the report',
      answer: 'The whole report.',
    },
  ],
  'human-in-the-loop': [
    {
      asks: 'Invite the team to tea',
      script: [
        openai.calls('current_date_time', {}),
        openai.says('Today is a workday.'),
        openai.says('Come to tea!'),
      ],
      path: 'Start → Gather facts → Write the message → May it be sent?',
      answer: 'Come to tea!',
    },
    {
      answers: { type: 'reject', feedback: 'Name the hour' },
      script: [openai.says('Come to tea at four!')],
      path: 'Start → Gather facts → Write the message → May it be sent? → Write it anew → Write the message → May it be sent?',
      answer: 'Come to tea at four!',
      seen: 'Name the hour',
    },
    {
      answers: { type: 'proceed' },
      script: [],
      path: 'Start → Gather facts → Write the message → May it be sent? → Write it anew → Write the message → May it be sent? → Send it',
      answer: 'POST /message_webhook {"text":"Come to tea at four!"}',
    },
  ],
  'interacting-with-api': [
    {
      asks: 'Make tea cheaper by one',
      script: [
        openai.calls('list_items', { queryParams: { search: 'tea' } }),
        openai.says('Item 7 is tea and costs 4.'),
        anthropic.calls('change_item', { body: { id: '7', price: 3 } }),
      ],
      path: 'Start → Read the description → Find out → Change it',
      answer: 'change_item',
    },
    {
      answers: { type: 'proceed' },
      script: [anthropic.says('Tea costs 3 now.')],
      path: 'Start → Read the description → Find out → Change it',
      answer: 'Tea costs 3 now.',
      seen: 'PUT /items/7',
    },
  ],
  iterations: [
    {
      asks: 'Compare 2 * 3 and 4 * 5',
      script: [
        openai.says({ parts: ['Compute 2 * 3', 'Compute 4 * 5'] }),
        google.calls('calculator', { input: '2 * 3' }),
        google.says('It is 6.'),
        google.calls('calculator', { input: '4 * 5' }),
        google.says('It is 20.'),
        openai.says('20 is more than 6.'),
      ],
      path: 'Start → Take apart → Work on one part → Work on one part → For each part → Put together',
      answer: '20 is more than 6.',
      seen: 'It is 6.\\nIt is 20.',
    },
  ],
  'simple-rag': [
    {
      asks: 'How many days off do I have?',
      script: [
        openai.calls('search_documents', { input: 'How many days of holiday are there?' }),
        openai.says('You have 28 days.'),
      ],
      path: 'Start → Answer from documents',
      answer: 'You have 28 days.',
      seen: FOUND,
    },
  ],
  'sql-agent': [
    {
      asks: 'Who lives in Bonn?',
      script: [
        openai.says('DELETE FROM customers'),
        anthropic.says({ output: 'The query is not sound' }),
        openai.says('SELECT nam FROM customers'),
        anthropic.says({ output: 'The query is sound' }),
        anthropic.says({ output: 'It is an error, or answers another question' }),
        openai.says('The column is called name.'),
        openai.says('SELECT name FROM customers'),
        anthropic.says({ output: 'The query is sound' }),
        anthropic.says({ output: 'The result answers the question' }),
        google.says('Ada lives in Bonn.'),
      ],
      path: 'Start → Tables → Write the query → Is the query sound? → Write it anew → Write the query → Is the query sound? → Run the query → Do the rows answer it? → Say what is wrong → Try again → Write the query → Is the query sound? → Run the query → Do the rows answer it? → Answer',
      answer: 'Ada lives in Bonn.',
      seen: 'POST /sql_endpoint',
    },
  ],
  'structured-output': [
    {
      asks: '12 boxes of green tea, urgent',
      script: [],
      path: 'Start → Read the order',
      answer: '"quantity": 12',
    },
  ],
  'supervisor-worker': [
    {
      asks: 'A line on tea',
      script: [
        openai.says({ next: 'writer', instructions: 'Write a line on tea.' }),
        google.says('Tea is warm.'),
        openai.says({ next: 'reviewer', instructions: 'Look at the line.' }),
        google.says('It has no fault.'),
        openai.says({ next: 'finish', instructions: 'Give it.' }),
        openai.says('Tea is warm.'),
      ],
      path: 'Start → Supervisor → Who is next? → Writer → Report back → Supervisor → Who is next? → Reviewer → Report back → Supervisor → Who is next? → Final answer',
      answer: 'Tea is warm.',
      seen: 'It has no fault.',
    },
  ],
  translator: [
    {
      asks: 'Good morning',
      script: [google.says('Bonjour')],
      path: 'Start → Translate',
      answer: 'Bonjour',
      seen: 'into French',
    },
  ],
  'workplace-chat': [
    {
      asks: 'The kitchen is closed on Monday',
      script: [openai.says('On Monday the kitchen is closed.')],
      path: 'Start → Write → Post to Slack → Post to Teams → Say what was posted',
      answer: 'On Monday the kitchen is closed.',
    },
  ],
  'conversation-chain': [
    { asks: 'My name is Ada.', script: [], path: 'Conversation Chain', answer: 'Ada' },
    { asks: 'What is my name?', script: [], path: 'Conversation Chain', answer: 'My name is Ada.' },
  ],
  'conversational-retrieval-qa-chain': [
    {
      asks: 'How many days of holiday are there?',
      script: [],
      path: 'Find and answer',
      answer: FOUND,
    },
  ],
  'llm-chain': [
    {
      asks: 'When is the shop open?',
      script: [],
      path: 'LLM Chain',
      answer: 'The shop is open from nine to six on workdays.',
    },
  ],
  'tool-agent': [
    { asks: 'What is 12 * (3 + 4)?', script: [], path: 'Tool Agent', answer: 'The result is 84.' },
    { asks: 'What day is it?', script: [], path: 'Tool Agent', answer: 'It is' },
  ],
}
