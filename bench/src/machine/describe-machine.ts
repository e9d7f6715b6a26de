import { cpus, loadavg, totalmem } from 'node:os'

/** Where and when the figures were taken. */
export interface Machine {
  cpu: string
  cores: number
  memoryGigabytes: number
  platform: string
  node: string
  date: string
  /** Mean number of busy programs over one and five minutes before the bench began: above 1 it was not alone. */
  loadBefore: [number, number]
}

/** Names the machine as it is now. */
export function describeMachine(): Machine {
  const [one = 0, five = 0] = loadavg()
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    date: new Date().toISOString(),
    loadBefore: [one, five],
  }
}
