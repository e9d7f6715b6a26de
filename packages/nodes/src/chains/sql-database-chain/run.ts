import { fillPlaces, getModel, moderated, readNumber, readText } from '@runnel/node-kit'
import { describeAnswer } from '../answer-from-passages.ts'
import { askByStatement, readFenced } from '../ask-by-statement.ts'
import { SQL_PROMPT } from './default-prompt.ts'
import { type AskSql, describeRows, describeTables } from './describe-tables.ts'
import { reachSql, readKind } from './reach-sql.ts'

const DIALECTS = { postgres: 'PostgreSQL', mysql: 'MySQL' }
const USUAL_ROWS = 10
/** More rows than these, and longer cells, no model is given. */
const MOST_ROWS = 200
const LONGEST_CELL = 2000

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
  const { statement, answer, replies } = await askByStatement(context, {
    messages: [{ role: 'user', content: fill(`${input}\nSQLQuery:`) }],
    reply: (messages) => context.model(model, { messages }),
    find: readSql,
    run: async (wanted) => describeRows(await ask(wanted, MOST_ROWS), LONGEST_CELL),
    mends: ['invalid_input', 'upstream_error'],
  })
  const content = fill(`${input}\nSQLQuery: ${statement}\nSQLResult: ${answer}\nAnswer:`)
  const reply = await context.model(model, { messages: [{ role: 'user', content }] }, { show: true })
  return {
    input: { question: input, statement },
    output: describeAnswer(reply, replies),
  }
})

/** The statement in a reply: what stands in its first fence, or behind `SQLQuery:`, and before the result that a model makes up. */
function readSql(text: string): string {
  const inner = readFenced(text)
  const behind = inner.slice(inner.lastIndexOf('SQLQuery:') + 1 ? inner.lastIndexOf('SQLQuery:') + 9 : 0)
  return (behind.split(/\n\s{0,20}SQLResult:/)[0] ?? '').trim()
}
