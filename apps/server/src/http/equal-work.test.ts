import { databaseKinds, statementsOf } from '@runnel/db/testing'
import type { PasswordHasher } from '@runnel/drivers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

/** What an answer tells by its time is what was done for it: statements and hashes are counted here, as clocks lie. */
describe.each(databaseKinds)('what is done for an answer on %s', (kind) => {
  let scene: PeopleScene
  let hashes = 0
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
    const { context } = scene.server
    const { passwords } = context
    const counted =
      <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
      (...given: Given) => {
        hashes += 1
        return work(...given)
      }
    context.passwords = {
      ...passwords,
      verify: counted(passwords.verify),
      dummyVerify: counted(passwords.dummyVerify),
      hash: counted(passwords.hash),
    } satisfies PasswordHasher
  })
  afterAll(() => scene.stop())
  beforeEach(() => {
    hashes = 0
  })

  /** The statements of a call that fails to sign in, without their values, and how often a password was hashed for it. */
  async function workOfSignIn(email: string) {
    hashes = 0
    const body = { email, password: 'Wrong-Staple-1' }
    const caller = scene.server.anonymous()
    const statements = await scene.withMailsHeld(() =>
      statementsOf(() => caller.call('POST', '/auth/login', body)),
    )
    return { statements, hashes }
  }

  test('to sign in is the same for a person who is unknown, one who is known, invited, or barred', async () => {
    const { administrator } = scene
    await scene.makeMember('known@example.com', ['chatflows:view'])
    const barred = await scene.makeMember('barred@example.com', ['chatflows:view'])
    await administrator.expect(200, 'PUT', '/organizationuser', { userId: barred.id, status: 'disable' })
    await scene.invite('invited@example.com', await scene.makeRole([]))
    const ofNobody = await workOfSignIn('nobody@example.com')
    expect(ofNobody).toMatchObject({ hashes: 1, statements: { length: 5 } })
    for (const name of ['known', 'invited', 'barred'])
      expect(await workOfSignIn(`${name}@example.com`), name).toEqual(ofNobody)
  })

  test('to invite somebody is the same whether or not there is an account of another organisation', async () => {
    const role = await scene.makeRole([])
    const { organizationId } = await scene.server.addOrganization()
    const people = await Promise.all(
      [1, 2, 3].map(() => scene.server.addPerson({ name: 'Elsewhere', organizationId, places: [] })),
    )
    const known = people.map(({ email }) => email)
    const unknown = known.map((email) => email.replace('elsewhere', 'nowhere'))
    /** The fewest of three times: what the server does beside is counted, too. */
    const workOf = async (emails: string[]) => {
      hashes = 0
      const times: string[][] = []
      await scene.withMailsHeld(async () => {
        for (const email of emails) times.push(await statementsOf(() => scene.invite(email, role)))
      })
      const statements = times.reduce((least, each) => (each.length < least.length ? each : least))
      return { statements, hashes }
    }
    for (const time of ['first', 'again']) {
      // One organisation mails an address once in two minutes.
      scene.pass(2 * 60_000)
      const ofNobody = await workOf(unknown)
      expect(ofNobody, time).toMatchObject({
        hashes: 0,
        statements: { length: expect.toSatisfy((n) => n > 5) },
      })
      expect(await workOf(known), time).toEqual(ofNobody)
    }
  })

  test.each([
    ['a new password', '/account/forgot-password', { user: { email: 'known@example.com' } }],
    ['a verification', '/account/resend-verification', { email: 'known@example.com' }],
  ])('to be asked for the link of %s is nothing before it is answered', async (_, path, body) => {
    const { accounts } = scene.server.context.db.system
    const { findUserByEmail } = accounts
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    accounts.findUserByEmail = async (email) => {
      await held
      return findUserByEmail(email)
    }
    try {
      const answer = await scene.server.anonymous().call('POST', path, body)
      expect(answer).toMatchObject({ status: expect.any(Number), body: { message: 'success' } })
    } finally {
      accounts.findUserByEmail = findUserByEmail
      goOn()
    }
  })
})
