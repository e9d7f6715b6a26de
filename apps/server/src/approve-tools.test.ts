import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalFlow, chiefFlow, playClerk } from './testing/approval-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { readRunFrames } from './testing/read-run-frames.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'

interface Question {
  waitId: string
  nodeId: string
  action: { data: { input: unknown; toolCalls?: { name: string; args: unknown }[] } }
}

interface Answer {
  text: string
  code?: string
  questions?: Question[]
  agentFlowExecutedData: { nodeId: string; data: { output: { usedTools?: unknown[] } } }[]
}

/** What each question is about: the tool, or the flow's own question. */
const subjectOf = ({ action }: Question) => action.data.toolCalls?.[0]?.name ?? 'the chief'

const replies: Record<string, object> = {
  calculator: { type: 'proceed', input: { input: '20 + 22' } },
  current_date_time: { type: 'reject', feedback: 'Not today.' },
  'the chief': { type: 'proceed', feedback: 'If you must.' },
}
const SUBJECTS = Object.keys(replies)
const ORDERS = SUBJECTS.flatMap((first) =>
  SUBJECTS.filter((second) => second !== first).map((second) => [
    first,
    second,
    ...SUBJECTS.filter((third) => third !== first && third !== second),
  ]),
)
const END =
  '42 | The person refused the call of current_date_time. They said: Not today. | The chief agrees: If you must.'

describe.each(databaseKinds)('an agent with three tools on %s', (kind) => {
  let vendor: FakeOpenAI
  let program: KillableProgram
  let flowId: string

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ respond: playClerk })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
    const caller = await program.signIn()
    const chiefFlowId = await makeFlow(caller, chiefFlow())
    const credentialId = await makeCredential(caller)
    flowId = await makeFlow(caller, approvalFlow(vendor, { credentialId, chiefFlowId }))
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  const callers = new Map<string, Promise<TestCaller>>()

  /** Somebody of the workspace: signed in once with each start of the program. */
  function findMember(): Promise<TestCaller> {
    const known = callers.get(program.origin) ?? program.signIn()
    callers.set(program.origin, known)
    return known
  }

  const say = async (chatId: string, body: object) =>
    (await findMember()).call<Answer>('POST', `/internal-prediction/${flowId}`, { chatId, ...body })

  test('lets strangers answer, but not choose what a tool is called with', async () => {
    const ask = (body: object) =>
      createCaller(program.origin).call<Answer>('POST', `/prediction/${flowId}`, {
        chatId: 'stranger',
        ...body,
      })
    const { waitId } = findQuestion((await ask({ question: 'Go' })).body.questions ?? [], 'calculator')
    expect(await ask({ humanInput: { ...replies.calculator, waitId } })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const humanInput = { type: 'proceed', waitId }
    expect(await ask({ humanInput })).toMatchObject({ status: 200 })
  })

  test.each([{ input: 5 }, {}, 'all of it', [1]])(
    'takes no arguments that the tool does not: %j',
    async (input) => {
      const chatId = `odd ${JSON.stringify(input)}`
      const { waitId } = findQuestion(
        (await say(chatId, { question: 'Go' })).body.questions ?? [],
        'calculator',
      )
      const answer = (given: unknown) =>
        say(chatId, { humanInput: { type: 'proceed', waitId, input: given } })
      expect(await answer(input)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      expect((await answer({ input: '1 + 1' })).status).toBe(200)
    },
  )

  /** The open questions as somebody learns them who comes later: from the log of the run. */
  async function readOpenQuestions(runId: string | null): Promise<Question[]> {
    const log = await (await findMember()).open('GET', `/runs/${runId}/events`)
    const last: { type: string; questions?: Question[] } | undefined = (await readRunFrames(log)).at(
      -1,
    )?.event
    return last?.questions ?? []
  }

  function findQuestion(questions: Question[], subject: string): Question {
    const question = questions.find((open) => subjectOf(open) === subject)
    if (question) return question
    throw new Error(`No question about ${subject} is open.`)
  }

  test('asks all its questions at once, each with an id, and what it is about', async () => {
    const asked = await say('at once', { question: 'Go' })
    expect(asked.body.questions?.map(subjectOf).toSorted()).toEqual(SUBJECTS.toSorted())
    const { questions = [] } = asked.body
    expect(questions).toEqual(await readOpenQuestions(asked.headers.get('x-run-id')))
    expect(findQuestion(questions, 'calculator').action.data.toolCalls).toEqual([
      { name: 'calculator', args: { input: '2 + 2' } },
    ])
    expect(findQuestion(questions, 'the chief').action.data.input).toMatchObject({
      description: 'May we: spend 4?',
    })
  })

  test.each(ORDERS)('takes the answers in the order %s, %s, %s', async (...order) => {
    const chatId = order.join()
    const callsBefore = vendor.callCount
    let { body } = await say(chatId, { question: 'Go' })
    for (const subject of order) {
      const { waitId } = findQuestion(body.questions ?? [], subject)
      const humanInput = { ...replies[subject], waitId }
      const answered = await say(chatId, { humanInput })
      expect(answered.status).toBe(200)
      body = answered.body
      expect(await say(chatId, { humanInput })).toMatchObject({
        status: 409,
        body: { code: 'already_answered' },
      })
    }
    expect(body).toMatchObject({ text: END })
    expect(body).not.toHaveProperty('questions')
    expect(vendor.callCount - callsBefore).toBe(2)
    expect(body.agentFlowExecutedData.at(-1)?.data.output.usedTools).toMatchObject([
      { tool: 'calculator', toolInput: { input: '20 + 22' }, toolOutput: '42' },
      { tool: 'current_date_time' },
      { tool: 'ask_the_chief', toolOutput: 'The chief agrees: If you must.' },
    ])
  })

  test('goes on after kill -9 before each answer, and asks the model nothing twice', {
    timeout: 120_000,
  }, async () => {
    const callsBefore = vendor.callCount
    const asked = await say('killed', { question: 'Go' })
    const runId = asked.headers.get('x-run-id')
    let text = asked.body.text
    for (const subject of ['the chief', 'calculator', 'current_date_time']) {
      await program.kill()
      await program.start()
      const { waitId } = findQuestion(await readOpenQuestions(runId), subject)
      const answered = await say('killed', { humanInput: { ...replies[subject], waitId } })
      expect(answered.status).toBe(200)
      text = answered.body.text
    }
    expect(text).toBe(END)
    expect(vendor.callCount - callsBefore).toBe(2)
  })

  test('takes answers that come together', async () => {
    const { body } = await say('together', { question: 'Go' })
    const answers = (body.questions ?? []).map((question) =>
      say('together', { humanInput: { ...replies[subjectOf(question)], waitId: question.waitId } }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    const caller = await program.signIn()
    const lastWords = async () => {
      const messages = await caller.expect<{ content: string }[]>(
        200,
        'GET',
        `/chatmessage/${flowId}?chatId=together`,
      )
      return messages.at(-1)?.content
    }
    await expect.poll(lastWords).toBe(END)
  })
})
