import { refusalOf, tellWhy } from '@runnel/contract'
import { inBackground, linkTo, sendMail, type Visitor } from '../accounts/send-mail.ts'
import { mailVerification } from '../accounts/verify-account.ts'
import type { OperationContext } from '../context.ts'
import { createExampleFlow } from '../flows/create-example-flow.ts'
import { describeOwner, type FirstAdministrator, presentOwner } from './register-administrator.ts'

/**
 * Makes an account with an organisation of its own, where the operator lets everybody (`PLATFORM_TYPE=cloud`, with
 * mail). It waits until its address is confirmed. The answer is the same for an address that has an account; its
 * owner is told by mail.
 * @throws RunnelError `already_set_up` where registration is closed
 */
export async function signUp(context: OperationContext, input: FirstAdministrator, visitor: Visitor) {
  if (context.settings.platformType !== 'cloud') throw refusalOf('already_set_up', tellWhy('set_up_already'))
  if (context.mailer === undefined) throw refusalOf('already_set_up', tellWhy('sign_up_without_mail'))
  const owner = await describeOwner(context, input, visitor.from)
  const isNew = await context.db.system.accounts.createOwner(owner)
  const { user, workspace } = owner
  inBackground(context, 'A registration could not be mailed', async () => {
    if (!isNew) return tellOwner(context, user.email, visitor)
    await createExampleFlow(context, workspace.id)
    await mailVerification(context, user, visitor)
  })
  return presentOwner(owner)
}

async function tellOwner(context: OperationContext, to: string, { language }: Visitor): Promise<void> {
  await sendMail(context, { about: 'hasAccount', to, language, url: linkTo(context, '/login', {}) })
}
