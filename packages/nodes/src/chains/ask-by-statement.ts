import { type ErrorCode, errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import { type ModelMessage, type StepContext, type TimedReply, textOf } from '@runnel/node-kit'

const MOST_TURNS = 3

/** How a model is asked for a statement, and what runs it. */
interface Asking<Answer> {
  messages: ModelMessage[]
  reply(messages: ModelMessage[]): Promise<TimedReply>
  /** The statement in a reply. */
  find(text: string): string
  run(statement: string): Promise<Answer>
  /** Faults that another statement may mend. */
  mends: ErrorCode[]
}

/** Has a model write the statement that a database answers; why one was not run, or was refused, it is told twice. */
export async function askByStatement<Answer>(
  { node }: StepContext,
  { messages: first, reply, find, run, mends }: Asking<Answer>,
): Promise<{ statement: string; answer: Answer; replies: [TimedReply, ...TimedReply[]] }> {
  const messages = [...first]
  const earlier: TimedReply[] = []
  let fault = ''
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const replied = await reply([...messages])
    const text = textOf(replied.parts)
    const statement = find(text)
    try {
      return { statement, answer: await run(statement), replies: [replied, ...earlier] }
    } catch (error) {
      if (!isRunnelError(error) || !mends.includes(error.code)) throw error
      fault = errorMessage(error)
      earlier.push(replied)
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

/** What stands in the first fence of a reply, without the name of its language; all of it where there is none. */
export function readFenced(text: string): string {
  const [, fenced] = text.split('```')
  return fenced?.replace(/^\w*\n/, '') ?? text
}
