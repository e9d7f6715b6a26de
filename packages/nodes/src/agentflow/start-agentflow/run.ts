import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type RunNode, readRows, readSwitch, readText, type StepContext } from '@runnel/node-kit'
import { SCHEDULE } from './schedule-inputs.ts'
import { WEBHOOK } from './webhook-inputs.ts'

/** Takes the question or the form, and lays out the flow state (`engine.md` 3.2, 3.9). */
export const runStart: RunNode = async (context) => {
  const forgetsHistory = readSwitch(context.values, 'startEphemeralMemory')
  const output: JsonObject = {
    ...readBeginning(context),
    ...(forgetsHistory ? { ephemeralMemory: true } : {}),
    ...(persistsState(context) ? { persistState: true } : {}),
  }
  return { input: describeInput(context), output, state: firstState(context), forgetsHistory }
}

function readBeginning({ values, run, input }: StepContext): JsonObject {
  const inputType = readText(values, 'startInputType')
  switch (inputType) {
    case 'chatInput':
      return { question: run.question ?? input }
    case 'formInput':
      return { form: run.form ?? {} }
    case WEBHOOK:
    case SCHEDULE:
      throw new RunnelError(
        'invalid_input',
        `This flow starts by ${inputType === WEBHOOK ? 'a webhook' : 'a schedule'}, which this version cannot run yet. Choose chat or form input in its Start node.`,
      )
    default:
      throw new RunnelError('invalid_flow', 'Start input type not found. Choose one in the Start node.')
  }
}

function describeInput({ values, run, input }: StepContext): JsonValue {
  if (readText(values, 'startInputType') !== 'formInput') return { question: run.question ?? input }
  return {
    form: {
      title: readText(values, 'formTitle'),
      description: readText(values, 'formDescription'),
      inputs: readRows(values, 'formInputTypes'),
    },
  }
}

/**
 * Declared values, then those of the session's last run when they persist, then those given with the call. Where
 * nothing persists the first hold the last already.
 */
function firstState(context: StepContext): JsonObject {
  const { values, run, node } = context
  return {
    ...readState(values.startState),
    ...(persistsState(context) ? run.initialState : {}),
    ...readState(run.overrides[node.id]?.startState),
  }
}

function persistsState({ values }: StepContext): boolean {
  return readSwitch(values, 'startPersistState')
}

function readState(value: JsonValue | undefined): JsonObject {
  const rows = readRows({ startState: value ?? null }, 'startState')
  return Object.fromEntries(
    rows.map((row) => [readText(row, 'key'), row.value ?? '']).filter(([key]) => key !== ''),
  )
}
