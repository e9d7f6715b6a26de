import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Guard } from './guard.ts'

/** What is wrong with a list of guards: a text that does not stand exactly once in its file, a test that is not there. */
export async function findGuardFaults(root: string, guards: readonly Guard[]): Promise<string[]> {
  const lists = await Promise.all(guards.map((guard) => findFaultsOf(root, guard)))
  return lists.flat()
}

async function findFaultsOf(root: string, { against, changes, test }: Guard): Promise<string[]> {
  const faults: string[] = []
  for (const { file, text, instead } of changes) {
    const count = (await read(root, file)).split(text).length - 1
    if (count !== 1) faults.push(`${against}: "${text}" stands ${count} times in ${file}, not once.`)
    if (instead === text) faults.push(`${against}: nothing is changed in ${file}.`)
  }
  const source = await read(root, test.file)
  const isThere = [`'${test.title}'`, `\`${test.title}\``].some((title) => source.includes(title))
  return isThere ? faults : [...faults, `${against}: ${test.file} has no test "${test.title}".`]
}

function read(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8').catch(() => '')
}
