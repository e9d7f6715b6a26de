import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the bench that answers one question at a time. */
export interface AskedProcess<Question, Answer> {
  pid: number
  /** Sends a question and waits for its answer. @throws Error when the process ends first. */
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a program of the bench in a process of its own; it waits for questions. */
export function forkProcess<Question extends object, Answer>(path: URL): AskedProcess<Question, Answer> {
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    pid: child.pid ?? 0,
    ask: (question) => askChild<Answer>(child, question),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function askChild<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`${child.spawnfile} of the bench ended without an answer.`))
    child.once('exit', onExit)
    child.once('message', (answer: { value: Answer } | { failure: string }) => {
      child.off('exit', onExit)
      if ('failure' in answer) reject(new Error(answer.failure))
      else resolve(answer.value)
    })
    child.send(question)
  })
}
