import type { BuiltInRole } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import { type PeopleScene, startPeopleScene } from '../people-scene.ts'
import type { TestCaller } from '../test-caller.ts'
import type { Person } from '../test-people.ts'

/** An id of nothing. */
export const UNKNOWN = '11111111-2222-4333-8444-555555555555'

/** A server with people, on which each parameter of a call shows its effect. */
export interface ParameterWorld extends PeopleScene {
  /** The administrator. */
  meId: string
  /** The id of a built-in role. */
  roleNamed(name: BuiltInRole): Promise<string>
  /** Somebody new in the workspace of the administrator, signed in. */
  add(name: string, role?: BuiltInRole | (string & {})): Promise<Person>
  /** A name that nothing has, and that is part of no other. */
  fresh(word: string): string
}

/** Shows that one parameter of a call has the effect which is promised of it. */
export type ParameterProof = (world: ParameterWorld) => Promise<void>

/** Proofs by call, `GET /user`, and parameter; one of an object stands for all that is in it. */
export type CallProofs = Readonly<Record<string, Readonly<Record<string, ParameterProof>>>>

/** Starts it; stop it in `afterAll`. */
export async function startParameterWorld(kind: DatabaseKind): Promise<ParameterWorld> {
  const scene = await startPeopleScene(kind)
  const { id } = await scene.administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
  let count = 0
  return {
    ...scene,
    meId: id,
    async roleNamed(name) {
      const roles = await scene.administrator.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
      return roles.find((role) => role.name === name)?.id ?? ''
    },
    add: (name, role = 'viewer') =>
      scene.server.addPerson({ name, places: [{ workspaceId: scene.workspaceId, role }] }),
    fresh(word) {
      count += 1
      return `${word}${count}n`
    },
  }
}

/** The fields that an answer refuses. */
export const refusedFields = ({ body }: { body: unknown }): string[] =>
  ((body as { issues?: { path: string }[] }).issues ?? []).map(({ path }) => path)

/** What a call came to: its status, and the fields that it refuses. */
export async function outcomeOf(
  caller: TestCaller,
  [method, path, body]: readonly [string, string, object?],
): Promise<[number, string[]]> {
  const answer = await caller.call(method, path, body)
  return [answer.status, refusedFields(answer)]
}
