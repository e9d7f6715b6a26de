import { refusalOf, tellWhy } from '@runnel/contract'
import { inBackground, linkTo, sendMail, type Visitor } from '../accounts/send-mail.ts'
import { mailVerification } from '../accounts/verify-account.ts'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { wasMailedJustNow, withMail } from '../mails/mail-pauses.ts'
import { describeOwner, type FirstAdministrator, presentOwner } from './register-administrator.ts'

/**
 * Registers somebody with an organisation of their own, where the operator lets everybody (`PLATFORM_TYPE=cloud`, with
 * mail). Nothing of it is there until the mailbox is proved. It is answered before anything is looked up, so that neither
 * the answer nor its time tells whether the address has an account; its owner is told by mail.
 * @throws RunnelError `already_set_up` where registration is closed
 */
export async function signUp(context: OperationContext, input: FirstAdministrator, visitor: Visitor) {
  if (!featuresOf(context).isOpenToStrangers) throw refusalOf('already_set_up', tellWhy('set_up_already'))
  if (context.mailer === undefined) throw refusalOf('already_set_up', tellWhy('sign_up_without_mail'))
  const owner = await describeOwner(context, input, visitor.from)
  inBackground(context, 'A registration could not be mailed', () => mailRegistration(context, owner, visitor))
  return presentOwner(owner)
}

async function mailRegistration(
  context: OperationContext,
  { entry: _entry, ...owner }: Awaited<ReturnType<typeof describeOwner>>,
  visitor: Visitor,
): Promise<void> {
  const { email } = owner.user
  const { accounts, registrations } = context.db.system
  const known = await accounts.findUserByEmail(email)
  if (known !== undefined && known.status !== 'unverified') return tellOwner(context, email, visitor)
  const waiting = known && (await registrations.newest(known.id, context.now()))
  if (waiting === undefined || !wasMailedJustNow(waiting.createdAt, context))
    await mailVerification(context, owner, visitor)
}

async function tellOwner(context: OperationContext, to: string, { language }: Visitor): Promise<void> {
  const mail = { about: 'hasAccount', to } as const
  await withMail(context, mail, () =>
    sendMail(context, { ...mail, language, url: linkTo(context, '/login', {}) }),
  )
}
