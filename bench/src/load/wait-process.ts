import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../machine/answer-questions.ts'
import { openTimedCaller } from './timed-request.ts'
import type { WaitQuestion, Waits } from './wait-watch.ts'

const PAUSE_MS = 5

let isWatching = false
let watching: Promise<Waits> | undefined

async function watch(urls: readonly string[], headers: Record<string, string>): Promise<Waits> {
  const caller = openTimedCaller()
  const times: number[] = []
  while (isWatching)
    for (const url of urls) {
      const { status, milliseconds } = await caller.ask(url, { headers })
      if (status !== 200) throw new Error(`${url} answered ${status}.`)
      times.push(milliseconds)
      await sleep(PAUSE_MS)
    }
  caller.close()
  return { times }
}

answerQuestions<WaitQuestion, Waits>(async (question) => {
  if (question.wants === 'stop') {
    isWatching = false
    return (await watching) ?? { times: [] }
  }
  isWatching = true
  watching = watch(question.urls, question.headers)
  // A failure is told when the times are asked for.
  watching.catch(() => undefined)
  return { times: [] }
})
