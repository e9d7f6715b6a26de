import { beforeEach, describe, expect, test } from 'vitest'
import { createGroupCommit, type GroupCommit, type GroupStatements } from './group-commit.ts'

describe('group commit', () => {
  let log: string[]
  let failing: keyof GroupStatements | undefined
  let groups: GroupCommit
  let sync: () => Promise<void>
  let faults: unknown[]
  let commitError: Error | undefined
  let isInTransaction: boolean
  beforeEach(() => {
    log = []
    failing = undefined
    faults = []
    commitError = undefined
    isInTransaction = false
    sync = async () => undefined
    const statement = (name: keyof GroupStatements) => () => {
      log.push(name)
      if (name === failing) throw commitError ?? new Error(`${name} failed`)
    }
    groups = createGroupCommit({
      begin: statement('begin'),
      savepoint: statement('savepoint'),
      release: statement('release'),
      rollbackToSavepoint: statement('rollbackToSavepoint'),
      commit: statement('commit'),
      rollback: statement('rollback'),
      isInTransaction: () => isInTransaction,
      sync: () => sync(),
      onFault: (error) => faults.push(error),
    })
  })
  const work = (name: string) =>
    groups.run(async () => {
      log.push(name)
      await Promise.resolve()
      return name
    })

  test('works of the same turn share one commit, one after the other', async () => {
    expect(await Promise.all([work('a'), work('b'), work('c')])).toEqual(['a', 'b', 'c'])
    expect(log.filter((entry) => entry !== 'savepoint' && entry !== 'release')).toEqual([
      'begin',
      'a',
      'b',
      'c',
      'commit',
    ])
  })

  test('a work that comes while the group runs joins it', async () => {
    let late: Promise<string> | undefined
    await groups.run(async () => {
      late = work('late')
    })
    expect(await late).toBe('late')
    expect(log.filter((entry) => entry === 'commit')).toHaveLength(1)
  })

  test('the first works of a long turn do not wait for its end', async () => {
    const first = work('first')
    const longUntil = performance.now() + 10
    while (performance.now() < longUntil) log.length = 0
    const second = work('second')
    await new Promise<void>((resolve) => process.nextTick(resolve))
    for (let hop = 0; hop < 20; hop++) await Promise.resolve()
    expect(log).toContain('commit')
    await Promise.all([first, second])
  })

  test('nobody is told before the commit', async () => {
    const told = Promise.all([
      work('a').then(() => log.push('told a')),
      work('b').then(() => log.push('told b')),
    ])
    await told
    expect(log.indexOf('told a')).toBeGreaterThan(log.indexOf('commit'))
    expect(log.indexOf('told b')).toBeGreaterThan(log.indexOf('commit'))
  })

  test('a work that fails is undone alone and told after the commit too', async () => {
    const outcomes = await Promise.allSettled([
      work('a'),
      groups.run(async () => {
        throw new Error('broken')
      }),
      work('c'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(log).toEqual([
      'begin',
      ...['savepoint', 'a', 'release'],
      ...['savepoint', 'rollbackToSavepoint', 'release'],
      ...['savepoint', 'c', 'release'],
      'commit',
    ])
  })

  test('nobody is told before the commit is durable, and the next group goes on meanwhile', async () => {
    const syncs: (() => void)[] = []
    sync = () => new Promise((resolve) => syncs.push(resolve))
    const told: string[] = []
    const first = work('a').then(() => told.push('a'))
    await waitUntil(() => log.includes('commit'))
    const second = work('b').then(() => told.push('b'))
    await waitUntil(() => log.filter((entry) => entry === 'commit').length === 2)
    expect([told, syncs.length]).toEqual([[], 1])
    syncs[0]?.()
    await first
    expect(told).toEqual(['a'])
    await waitUntil(() => syncs.length === 2)
    syncs[1]?.()
    await second
    expect(told).toEqual(['a', 'b'])
  })

  test('after a failed sync nothing is taken any more', async () => {
    sync = () => Promise.reject(new Error('the disk is gone'))
    await expect(work('a')).rejects.toThrow('the disk is gone')
    await expect(work('b')).rejects.toThrow('the disk is gone')
    expect(log.filter((entry) => entry === 'commit')).toHaveLength(1)
    expect(faults, 'told once').toMatchObject([{ message: 'the disk is gone' }])
  })

  test.each([
    ['the disk did not take the file', Object.assign(new Error('disk I/O error'), { errcode: 1034 }), false],
    ['a transaction can be neither committed nor undone', new Error('commit failed'), true],
  ])('after a commit in which %s nothing is taken any more', async (_what, error, staysOpen) => {
    await groups
      .run(async () => {
        failing = 'commit'
        isInTransaction = staysOpen
        sync = async () => undefined
        commitError = error
      })
      .catch(() => undefined)
    failing = undefined
    await expect(work('b')).rejects.toBe(error)
    expect(faults).toEqual([error])
  })

  test.each(['begin', 'commit', 'savepoint', 'release'] as const)(
    'all fail when %s fails, and the next group goes on',
    async (name) => {
      failing = name
      const outcomes = await Promise.allSettled([work('a'), work('b')])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `${name} failed` } })
      }
      failing = undefined
      sync = async () => undefined
      expect(await work('after')).toBe('after')
      expect(faults).toEqual([])
    },
  )

  test('idle waits for what runs and for what it begins', async () => {
    const done: string[] = []
    void work('a').then((name) => {
      done.push(name)
      void work('b').then((next) => done.push(next))
    })
    await groups.idle()
    expect(done).toEqual(['a', 'b'])
  })
})

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
