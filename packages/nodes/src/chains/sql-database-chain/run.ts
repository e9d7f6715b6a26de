import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import {
  fillPlaces,
  getModel,
  type ModelMessage,
  moderated,
  readNumber,
  readText,
  type StepContext,
  type TimedReply,
  textOf,
} from '@runnel/node-kit'
import { describeAnswer } from '../answer-from-passages.ts'
import { SQL_PROMPT } from './default-prompt.ts'
import { type AskSql, describeRows, describeTables } from './describe-tables.ts'
import { reachSql, readKind } from './reach-sql.ts'

const DIALECTS = { postgres: 'PostgreSQL', mysql: 'MySQL' }
const USUAL_ROWS = 10
/** More rows than these, and longer cells, no model is given. */
const MOST_ROWS = 200
const LONGEST_CELL = 2000
const MOST_TURNS = 3

/** Asks a model for the statement that answers the question, runs it where it can only read, and has the model answer from its rows. */
export const runSqlDatabaseChain = moderated(async (context) => {
  const { values, input, self } = context
  const model = getModel(context)
  const kind = readKind(values)
  const reach = (fields: Record<string, string>) => reachSql(values, fields)
  const ask: AskSql = (statement, mostRows) =>
    context.dataServer.ask('sql', { component: self, reach, effects: 'read' }, { statement, mostRows })
  const places = {
    dialect: DIALECTS[kind],
    top_k: String(Math.max(1, Math.floor(readNumber(values, 'topK') ?? USUAL_ROWS))),
    table_info: await describeTables(ask, kind, values),
  }
  const prompt = readText(values, 'customPrompt').trim() || SQL_PROMPT
  const fill = (text: string) => fillPlaces(prompt, { ...places, input: text })
  const { statement, rows, replies } = await askForRows(context, {
    ask,
    first: fill(`${input}\nSQLQuery:`),
    reply: (messages) => context.model(model, { messages }),
  })
  const content = fill(`${input}\nSQLQuery: ${statement}\nSQLResult: ${rows}\nAnswer:`)
  const answer = await context.model(model, { messages: [{ role: 'user', content }] }, { show: true })
  return {
    input: { question: input, statement },
    output: describeAnswer(answer, replies),
  }
})

interface Asking {
  ask: AskSql
  first: string
  reply(messages: ModelMessage[]): Promise<TimedReply>
}

/** A statement that does not only read, or that the database refuses, is told to the model twice. */
async function askForRows({ node }: StepContext, { ask, first, reply }: Asking) {
  const messages: ModelMessage[] = [{ role: 'user', content: first }]
  const replies: TimedReply[] = []
  let fault = ''
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const replied = await reply([...messages])
    replies.push(replied)
    const text = textOf(replied.parts)
    const statement = readSql(text)
    try {
      const rows = describeRows(await ask(statement, MOST_ROWS), LONGEST_CELL)
      return { statement, rows, replies }
    } catch (error) {
      if (!isRunnelError(error) || !['invalid_input', 'upstream_error'].includes(error.code)) throw error
      fault = errorMessage(error)
      messages.push(
        { role: 'assistant', content: text },
        { role: 'user', content: `${fault}\nWrite another statement, and nothing else.` },
      )
    }
  }
  throw new RunnelError(
    'model_error',
    `${node.label} cannot run what its model wants: ${fault} Ask more clearly, or try another model.`,
  )
}

/** The statement in a reply: what stands in its first fence, or behind `SQLQuery:`, and before the result that a model makes up. */
function readSql(text: string): string {
  const [, fenced] = text.split('```')
  const inner = fenced?.replace(/^\w*\n/, '') ?? text
  const behind = inner.slice(inner.lastIndexOf('SQLQuery:') + 1 ? inner.lastIndexOf('SQLQuery:') + 9 : 0)
  return (behind.split(/\n\s{0,20}SQLResult:/)[0] ?? '').trim()
}
