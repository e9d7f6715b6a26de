import { Worker } from 'node:worker_threads'
import type { FromSamlThread, SamlAsk, SamlThreadFault } from './saml-thread-messages.ts'
import { unproven } from './sign-on-fault.ts'

/** A thread that answers one question after the other. */
export interface SamlThread {
  /** Rejects, and ends the thread, when there is no answer in that time; asked again only after its answer. */
  ask(ask: SamlAsk, longestMs: number): Promise<unknown>
  /** True once it ended, however that came: another one has to be started. */
  readonly isEnded: boolean
  end(): Promise<void>
}

const MOST_HEAP_MB = 128
const YOUNG_HEAP_MB = 8

interface Question {
  settle(value: unknown): void
  fail(error: unknown): void
}

function toError({ message, cause, isRefusal }: SamlThreadFault): Error {
  return isRefusal ? unproven(message, cause) : new Error(message, { cause })
}

/** Starts a thread; what prevents its start fails the first question. It keeps no process alive while nobody asks. */
export function startSamlThread(entry: string): SamlThread {
  const worker = new Worker(entry, {
    name: 'runnel-saml',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  worker.unref()
  let question: Question | undefined
  let cause: unknown
  let isEnded = false

  const take = () => {
    const taken = question
    question = undefined
    worker.unref()
    return taken
  }
  worker.on('message', (answer: FromSamlThread) => {
    if ('value' in answer) take()?.settle(answer.value)
    else take()?.fail(toError(answer.fault))
  })
  worker.on('error', (error: unknown) => {
    cause = error
  })
  worker.once('exit', () => {
    isEnded = true
    take()?.fail(unproven('What the provider sent cannot be read.', cause))
  })
  const end = async () => {
    isEnded = true
    await worker.terminate()
  }

  return {
    get isEnded() {
      return isEnded
    },
    end,
    async ask(ask, longestMs) {
      const answer = new Promise<unknown>((settle, fail) => {
        question = { settle, fail }
        worker.ref()
        worker.postMessage(ask)
      })
      const timer = setTimeout(() => {
        take()?.fail(unproven('What the provider sent takes too long to be read.'))
        void end()
      }, longestMs)
      try {
        return await answer
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
