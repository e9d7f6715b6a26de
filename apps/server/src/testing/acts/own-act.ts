import type { TestCaller } from '../test-caller.ts'
import type { Act, PeopleActScene, ReadyCall } from './act.ts'

/** An address that nobody has yet. */
export const freshEmail = () => `kim-${crypto.randomUUID()}@example.com`

/** Somebody who changes the own account. */
export interface Owner {
  scene: PeopleActScene
  email: string
  id: string
  caller: TestCaller
}

/** Somebody new who is signed in. */
export async function makeOwner(scene: PeopleActScene): Promise<Owner> {
  const email = freshEmail()
  return { scene, email, ...(await scene.makeMember(email, ['chatflows:view'])) }
}

/** An act of somebody on their own account. */
export const own = (
  action: Act<PeopleActScene>['action'],
  describe: (owner: Owner) => Promise<ReadyCall>,
) => ({
  action,
  async ready(scene: PeopleActScene): Promise<ReadyCall> {
    const owner = await makeOwner(scene)
    const { told, ...call } = await describe(owner)
    return { by: owner.caller, ...call, told: { actorName: owner.email, actorId: owner.id, ...told } }
  },
})
