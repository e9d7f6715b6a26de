import { readdirSync, readFileSync } from 'node:fs'
import { readResidentMegabytes } from './read-resident-megabytes.ts'

const EVERY_MS = 100

/** Looks at the resident memory of a process and all that it started, in MB (2^20 bytes), until it is stopped: that gives the highest. Linux. */
export function watchTreeMegabytes(pid: number): { stop(): number } {
  let most = 0
  const look = () => {
    const sum = listTree(pid).reduce((total, each) => total + sizeOf(each), 0)
    most = Math.max(most, sum)
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}

/** A process that has ended meanwhile holds nothing. */
function sizeOf(pid: number): number {
  try {
    return readResidentMegabytes(pid) || 0
  } catch {
    return 0
  }
}

function listTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }))
  const tree = [root]
  for (const pid of tree)
    tree.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

function parentOf(name: string): number | undefined {
  try {
    // The name of the program stands in brackets, and may hold any character.
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
