import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { acceptedInvitationSchema, emailSchema, passwordSchema } from './account.ts'
import { actorSchema, dateSchema, idSchema } from './parts.ts'
import { roleSchema } from './roles.ts'
import { factorProof, ownerProof } from './second-factor.ts'

const open = { gate: 'public' } as const
const signedIn = { gate: 'session', permissions: 'every-caller' } as const
const tempToken = z.string().min(1).max(200)
const givenPassword = z.string().min(1).max(1_000)
const done = z.object({ message: z.string() })
const tag = 'Account'

/**
 * What an invitation answers. `isMailed`: a mail was promised, which goes out at once or as soon as the server of mail takes
 * it. `inviteLink` only where none is, and nowhere where strangers make organisations.
 */
export const invitationSchema = z.object({
  user: z.object({ id: idSchema, email: z.string(), name: z.string(), status: z.string() }),
  workspace: z.object({ id: idSchema, name: z.string() }),
  role: z.object({ id: idSchema, name: z.string() }),
  isMailed: z.boolean(),
  inviteLink: z.string().optional(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** Where the caller may invite, and what they may give in one of these workspaces. */
export const invitationPlacesSchema = z.object({
  workspaces: z.array(invitationSchema.shape.workspace),
  roles: z.array(roleSchema.pick({ id: true, name: true, builtIn: true, description: true })),
})
export type InvitationPlaces = z.infer<typeof invitationPlacesSchema>

/** Most addresses that are invited by one call. */
export const MOST_INVITED = 50

/** What became of one of several addresses that were invited together. */
export const invitationResultSchema = z.object({
  /** As it was given, without blanks around it. */
  email: z.string(),
  /**
   * `invited`: a link went out, or is shown; `added`: somebody of the organisation, who is in the workspace now; `present`:
   * who was in it already; `malformed`: no address; `refused`: `refusal` says why, and nothing was done.
   */
  outcome: z.enum(['invited', 'added', 'present', 'malformed', 'refused']),
  isMailed: z.boolean(),
  inviteLink: z.string().optional(),
  refusal: z
    .object({
      message: z.string(),
      reason: z.string().optional(),
      details: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
})
export type InvitationResult = z.infer<typeof invitationResultSchema>

const named = z.object({ name: z.string() })

/** What the holder of an invitation's link is told of it. */
export const invitationOfferSchema = z.object({
  /** To whom it is. */
  email: z.string(),
  organization: named,
  /** Who gave the link; null where nobody knows. */
  inviter: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Where it leads, the newest first, as what; `morePlaces` are left out. */
  places: z.array(z.object({ workspace: named, role: named })),
  morePlaces: z.number(),
})
export type InvitationOffer = z.infer<typeof invitationOfferSchema>

/** What sending an invitation again answers; `inviteLink` only where no mail was sent. */
export const resentInvitationSchema = invitationSchema.pick({ user: true, isMailed: true, inviteLink: true })
export type ResentInvitation = z.infer<typeof resentInvitationSchema>

/** What making a link for a new password answers: it is shown this once. */
export const resetLinkSchema = z.object({
  user: invitationSchema.shape.user,
  resetLink: z.string(),
  expiresDate: dateSchema,
})
export type ResetLink = z.infer<typeof resetLinkSchema>

/** A sign-in that has not ended. */
export const liveSessionSchema = z.object({
  id: idSchema,
  /** The one from which the call came. */
  isCurrent: z.boolean(),
  device: z.string().nullable(),
  address: z.string().nullable(),
  signedInDate: dateSchema,
  lastUsedDate: dateSchema,
})
export type LiveSession = z.infer<typeof liveSessionSchema>

/** A new address of the own account that waits for its link; both null where none does. */
export const awaitedEmailSchema = z.object({
  pendingEmail: z.string().nullable(),
  /** When the link ends. */
  expiresDate: dateSchema.nullable(),
})
export type AwaitedEmail = z.infer<typeof awaitedEmailSchema>

const invites = {
  gate: 'session',
  permissions: ['workspace:add-user', 'users:manage'],
  feature: 'feat:users',
} as const

/** From the invitation to the end of an account; the paths of Flowise where it has one. */
export const accountLifeRoutes = {
  listInvitationPlaces: defineRoute({
    method: 'GET',
    path: '/account/invite',
    tag,
    summary:
      'Where the caller may invite, and which roles they may give in a workspace: the active one unless named',
    policy: invites,
    query: z.strictObject({ workspaceId: idSchema.optional() }),
    response: invitationPlacesSchema,
  }),
  inviteUser: defineRoute({
    method: 'POST',
    path: '/account/invite',
    tag,
    summary: 'Invite somebody into a workspace; again for a new link',
    policy: invites,
    audit: ['user.invited', 'workspace-user.linked'],
    status: 201,
    body: z.strictObject({
      user: z.strictObject({ email: emailSchema, createdBy: actorSchema }),
      workspace: z.strictObject({ id: idSchema }),
      role: z.strictObject({ id: idSchema }),
    }),
    response: invitationSchema,
    idempotent: true,
  }),
  inviteUsers: defineRoute({
    method: 'POST',
    path: '/account/invitations',
    tag,
    summary: 'Invite several people into a workspace with one role; each address has a result of its own',
    policy: invites,
    audit: ['user.invited', 'workspace-user.linked'],
    status: 201,
    body: z.strictObject({
      users: z
        .array(z.strictObject({ email: z.string().max(255) }))
        .min(1)
        .max(MOST_INVITED),
      workspace: z.strictObject({ id: idSchema }),
      role: z.strictObject({ id: idSchema }),
    }),
    response: z.object({ results: z.array(invitationResultSchema) }),
    idempotent: true,
  }),
  lookAtInvitation: defineRoute({
    method: 'POST',
    path: '/account/invitation',
    tag,
    summary:
      'What an invitation is, told to who holds its link; null alike for one that was used, ended, was withdrawn or never was',
    policy: open,
    audit: { none: 'reads' },
    withoutCredentials: true,
    body: z.strictObject({ user: z.strictObject({ tempToken }) }),
    response: z.object({ invitation: invitationOfferSchema.nullable() }),
  }),
  resendInvitation: defineRoute({
    method: 'POST',
    path: '/account/resend-invitation',
    tag,
    summary: 'Send the invitation of somebody who has not accepted again: the old link ends',
    policy: { gate: 'session', permissions: ['users:manage'], feature: 'feat:users' },
    audit: 'invitation.resent',
    status: 201,
    body: z.strictObject({
      user: z.strictObject({ id: idSchema }),
      /** The link is answered, not mailed: only for an invitation whose mail does not arrive. */
      asLink: z.boolean().optional(),
    }),
    response: resentInvitationSchema,
    idempotent: true,
  }),
  createResetLink: defineRoute({
    method: 'POST',
    path: '/account/reset-link',
    tag,
    summary: 'Make a link for a new password of somebody of the organisation, where no mail goes out',
    policy: { gate: 'session', permissions: 'organization-admins', feature: 'feat:users' },
    audit: 'password-reset.requested',
    status: 201,
    body: z.strictObject({ user: z.strictObject({ id: idSchema }) }),
    response: resetLinkSchema,
    idempotent: true,
  }),
  joinByInvitation: defineRoute({
    method: 'POST',
    path: '/account/accept-invitation',
    tag,
    summary: 'Accept an invitation to the address of the own account, signed in to it',
    policy: { ...signedIn, anyWorkspace: true },
    audit: 'invitation.accepted',
    status: 201,
    body: z.strictObject({ user: z.strictObject({ tempToken }) }),
    response: acceptedInvitationSchema,
  }),
  verifyAccount: defineRoute({
    method: 'POST',
    path: '/account/verify',
    tag,
    summary: 'Confirm the e-mail address of a registration by its link and its password',
    policy: open,
    audit: ['email.verified', 'organization.created'],
    withoutCredentials: true,
    status: 201,
    body: z.strictObject({ user: z.strictObject({ tempToken, password: givenPassword }) }),
    response: done,
  }),
  resendVerification: defineRoute({
    method: 'POST',
    path: '/account/resend-verification',
    tag,
    summary: 'Mail the link of a verification again; the answer is the same for every address',
    policy: open,
    audit: { none: 'begins' },
    withoutCredentials: true,
    status: 201,
    body: z.strictObject({ email: z.string().max(255) }),
    response: done,
  }),
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/account/forgot-password',
    tag,
    summary: 'Mail a link for a new password; the answer is the same for every address',
    policy: open,
    audit: 'password-reset.requested',
    withoutCredentials: true,
    status: 201,
    body: z.strictObject({ user: z.strictObject({ email: z.string().max(255) }) }),
    response: done,
  }),
  confirmEmailChange: defineRoute({
    method: 'POST',
    path: '/account/confirm-email-change',
    tag,
    summary: 'Confirm a new e-mail address by the link in its mailbox, as who is signed in to the account',
    policy: open,
    audit: 'email.changed',
    body: z.strictObject({ user: z.strictObject({ tempToken }) }),
    response: done,
  }),
  changePassword: defineRoute({
    method: 'PUT',
    path: '/account/password',
    tag,
    summary: 'Change the own password; ends all other sessions',
    policy: signedIn,
    audit: 'password.changed',
    body: z.strictObject({ oldPassword: givenPassword, newPassword: passwordSchema, ...factorProof }),
    response: done,
  }),
  changeEmail: defineRoute({
    method: 'PUT',
    path: '/account/email',
    tag,
    summary: 'Ask for another e-mail address of the own account: it waits for the link in its mailbox',
    policy: signedIn,
    audit: ['email-change.requested', 'email.changed'],
    body: z.strictObject({ email: emailSchema, ...ownerProof }),
    response: z.object({ emailChangePending: z.boolean(), pendingEmail: z.string().optional() }),
  }),
  getEmailChange: defineRoute({
    method: 'GET',
    path: '/account/email',
    tag,
    summary: 'The new e-mail address of the own account that waits for the link in its mailbox',
    policy: signedIn,
    response: awaitedEmailSchema,
  }),
  withdrawEmailChange: defineRoute({
    method: 'DELETE',
    path: '/account/email',
    tag,
    summary: 'Give up the new e-mail address that waits for its link: the link ends',
    policy: signedIn,
    audit: 'email-change.withdrawn',
    response: done,
  }),
  deleteAccount: defineRoute({
    method: 'DELETE',
    path: '/account/delete',
    tag,
    summary: 'Delete the own account',
    policy: signedIn,
    audit: 'account.deleted',
    body: z.strictObject({ confirmationText: z.literal('permanently delete'), ...ownerProof }),
    response: done,
  }),
  listSessions: defineRoute({
    method: 'GET',
    path: '/account/sessions',
    tag,
    summary: 'The own sign-ins that have not ended',
    policy: signedIn,
    response: z.array(liveSessionSchema),
  }),
  endSession: defineRoute({
    method: 'DELETE',
    path: '/account/sessions/:id',
    tag,
    summary: 'Sign out one of the own browsers that did not sign in after this one',
    policy: signedIn,
    audit: 'session.ended',
    params: z.strictObject({ id: idSchema }),
    response: done,
  }),
  endOtherSessions: defineRoute({
    method: 'DELETE',
    path: '/account/sessions',
    tag,
    summary: 'Sign out all own browsers but this one and those that signed in after it',
    policy: signedIn,
    audit: 'session.ended',
    response: z.object({
      ended: z.number(),
      /** Those that signed in after this one, and stay. */
      newer: z.number(),
    }),
  }),
}
