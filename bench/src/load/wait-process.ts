import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../machine/answer-questions.ts'
import { openTimedCaller } from './timed-request.ts'
import type { WaitQuestion, Waits } from './wait-watch.ts'

const PAUSE_MS = 5

let isWatching = false
let watching: Promise<void> | undefined
let times: number[] = []
let failure: unknown

async function watch(urls: readonly string[], headers: Record<string, string>): Promise<void> {
  const caller = openTimedCaller()
  while (isWatching)
    for (const url of urls) {
      const { status, milliseconds } = await caller.ask(url, { headers })
      if (status !== 200) throw new Error(`${url} answered ${status}.`)
      times.push(milliseconds)
      await sleep(PAUSE_MS)
    }
  caller.close()
}

function takeTimes(): Waits {
  if (failure !== undefined) throw failure
  const taken = times
  times = []
  return { times: taken }
}

answerQuestions<WaitQuestion, Waits>(async (question) => {
  if (question.wants === 'times') return takeTimes()
  if (question.wants === 'stop') {
    isWatching = false
    await watching
    return takeTimes()
  }
  isWatching = true
  // A failure is told when the times are asked for.
  watching = watch(question.urls, question.headers).catch((error: unknown) => {
    failure = error
  })
  return { times: [] }
})
