import { expect } from 'vitest'
import { outcomeOf, type ParameterWorld, UNKNOWN } from './parameter-world.ts'

/** Who acts may be named as other clients do; somebody else is refused. */
export async function proveActor(
  { administrator, meId }: ParameterWorld,
  field: string,
  call: (more: Record<string, unknown>) => Promise<[string, string, object]>,
): Promise<void> {
  const name = field.split('.').at(-1) ?? field
  for (const named of [null, meId, meId.toUpperCase()]) {
    const [status, refused] = await outcomeOf(administrator, await call({ [name]: named }))
    expect([named, refused, status < 300]).toEqual([named, [], true])
  }
  expect(await outcomeOf(administrator, await call({ [name]: UNKNOWN }))).toEqual([400, [field]])
}

/** Another organisation is as one that is not there. */
export async function proveOrganization(
  { administrator, organizationId }: ParameterWorld,
  call: (more: object) => Promise<[string, string, object]>,
): Promise<void> {
  expect(await outcomeOf(administrator, await call({ organizationId: UNKNOWN }))).toEqual([404, []])
  const [status] = await outcomeOf(administrator, await call({ organizationId }))
  expect(status).toBeLessThan(300)
}
