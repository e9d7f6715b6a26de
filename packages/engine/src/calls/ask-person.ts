import type { Answer, JsonObject, Question, StepRecord } from '@runnel/contract'
import type { AskedQuestion } from '@runnel/node-kit'
import { plainJson } from '../journal/canonical-json.ts'
import { type KeptQuestion, readAnswer, readQuestion, writeQuestion } from '../journal/question-records.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import { type CallFrame, nextPath, type StepRun } from '../step/step-run.ts'

/** Asks a person, or gives what they answered. Until then the call is parked, and its step is suspended. */
export async function askPerson(
  frame: CallFrame,
  question: AskedQuestion,
  path: string = nextPath(frame, 'a'),
): Promise<Answer> {
  const { stepRun } = frame
  return stepRun.calls.track(path, async () => {
    const { journal, answers } = stepRun.scope.session
    const latest = journal.findLatest(path)
    if (latest?.status === 'finished') return readAnswer(latest)
    const kept = latest ? readQuestion(latest) : undefined
    const given = answers.get(path)
    if (given) return takeAnswer(stepRun, path, { given, askedAt: kept?.askedAt })
    const asked = kept ?? askAnew(stepRun, path, question)
    return park(stepRun, asked)
  })
}

function park(stepRun: StepRun, { shown, ...question }: KeptQuestion): Promise<never> {
  stepRun.questions.push(question)
  if (shown) stepRun.shownWhileWaiting = shown
  return stepRun.calls.park(question.path)
}

/** Parks a call that waits for questions asked inside it, by steps of their own. */
export function parkWith(stepRun: StepRun, path: string, questions: Question[]): Promise<never> {
  stepRun.questions.push(...questions)
  return stepRun.calls.park(path)
}

function askAnew(stepRun: StepRun, path: string, question: AskedQuestion): KeptQuestion {
  const { node } = stepRun.step
  const { session } = stepRun.scope
  const asked: KeptQuestion = {
    path,
    nodeId: node.id,
    nodeLabel: labelOf(stepRun.step),
    askedAt: session.ports.now(),
    ...question,
  }
  session.record(writeQuestion(asked, node.type))
  session.sink.requireCommit()
  return asked
}

/** What was asked is kept beside the answer, for whoever reads the run later. */
function takeAnswer(
  stepRun: StepRun,
  path: string,
  { given, askedAt }: { given: Answer; askedAt: number | undefined },
): Answer {
  const { session } = stepRun.scope
  const now = session.ports.now()
  session.record({
    path,
    attempt: 1,
    kind: 'question',
    status: 'finished',
    nodeId: stepRun.step.node.id,
    nodeType: stepRun.step.node.type,
    repeatable: true,
    startedAt: askedAt ?? now,
    finishedAt: now,
    output: plainJson(given),
  })
  session.sink.requireCommit()
  return given
}

/** Asks whether a call that may or may not have taken effect is to be made again. Each attempt is asked about once. */
export function askAboutInterruption(
  frame: CallFrame,
  call: { path: string; what: string; attempt: number },
): Promise<Answer> {
  const label = labelOf(frame.stepRun.step)
  const input =
    `${call.what} of "${label}" was interrupted, and whether it took effect is not known. ` +
    'Proceed makes the call again, Reject treats it as failed.'
  const action = createApprovalAction(frame.stepRun, { input })
  return askPerson(frame, { action }, `${call.path}/a~${call.attempt}`)
}

/** Whether a record is of a person who chose that an interrupted call is not made again. */
export function isRefusal(record: StepRecord): boolean {
  const { path, kind, status } = record
  return (
    kind === 'question' &&
    status === 'finished' &&
    /\/a~\d+$/.test(path) &&
    readAnswer(record).type === 'reject'
  )
}

/** A question with the choices Proceed and Reject, in the reference's form (`engine.md` 3.8, humanInputAction). */
export function createApprovalAction(stepRun: StepRun, data: JsonObject): JsonObject {
  return {
    id: stepRun.scope.session.ports.newId(),
    mapping: { approve: 'Proceed', reject: 'Reject' },
    elements: [
      { type: 'agentflowv2-approve-button', label: 'Proceed' },
      { type: 'agentflowv2-reject-button', label: 'Reject' },
    ],
    data: { nodeId: stepRun.step.node.id, nodeLabel: labelOf(stepRun.step), ...data },
  }
}
