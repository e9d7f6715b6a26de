/**
 * Why something was refused, in English, for what people meet often: reason → text with `{{places}}`. Pages say it in
 * their own language, by the reason and its details; programs read the message. A text that stands beside a field goes
 * on from the name of the field.
 */
export const REFUSAL_TEXTS = {
  forbidden: 'Forbidden',
  rights_not_held: 'You do not hold {{permissions}} yourself, so this is not yours to change.',
  wrong_credentials: 'Incorrect Email or Password',
  email_unverified: 'User Email Unverified',
  no_workspace: 'This account belongs to no workspace. Ask an administrator to add you to one.',
  sign_on_needed: 'Your organisation asks for its single sign-on: choose its button on the sign-in page.',
  sign_on_or_second_factor:
    'Your organisation asks for its single sign-on. As an administrator you get in by your password as well, but only with a second factor, and this account has none.',
  tries_exceeded: 'Too many failed tries. Wait {{seconds}} seconds and try again.',
  codes_exceeded: 'Too many wrong codes. Wait {{seconds}} seconds and try again.',
  password_wrong: 'is not your password',
  password_same: 'is the old one: choose another',
  code_wrong: 'is not right',
  address_unusable: 'cannot be used: choose another',
  account_of_provider:
    'You signed in by your organisation’s provider: your account is changed there, or after a sign-in with its password.',
  own_removal: 'Nobody removes themselves. Ask another administrator to do it.',
  own_unlinking: 'Nobody takes themselves out of a workspace. Ask somebody else to do it.',
  last_administrator: 'This is the last administrator of the organisation. Make somebody else one first.',
  last_way_in:
    'After this no administrator of the organisation could sign in any more. Give one of them another way first: a password, a passkey, another login method.',
  ways_in_lost:
    'Administrators who could not sign in any more after this: {{count}}. Give them another way first, or say in administratorsLockedOut how many they are.',
  own_last_administrator:
    'You are the last administrator of your organisation. Make somebody else one first.',
  actor_other: 'is whoever calls: leave it out',
  status_of_organization: 'is what the person is in the organisation: change it there',
  status_of_invitation: 'is “invited” only until an invitation is accepted: choose active or disable',
  organization_of_invitation: 'is the one that invites: leave it out',
  member_already: 'This person belongs to the organisation already.',
  in_workspace_already: 'This person is in the workspace already.',
  invited_beyond_own:
    'This person is invited already, to more than you may give. Ask an administrator for a new link.',
  role_beyond_own: 'This role may do more than you may do in that workspace.',
  role_of_organization: 'must be the role owner or member: other roles are given in workspaces',
  role_built_in_deleted: 'The role {{role}} is built in and cannot be deleted.',
  role_built_in_changed: 'The role {{role}} is built in. Copy it instead.',
  role_given: 'The role {{role}} is given to {{people}}. Give them another role first.',
  role_given_widely:
    'The role {{role}} is given to {{people}} and {{rest}} more. Give them another role first.',
  role_name_built_in: 'is the name of a built-in role; choose another one',
  role_name_taken: 'There is a role “{{name}}” already. Choose another name.',
  permission_unknown: '“{{permission}}” is no permission',
  workspace_name_taken: 'There is a workspace “{{name}}” already. Choose another name.',
  workspace_name_reserved: '“{{name}}” is reserved; choose another name',
  last_workspace: 'You are in no other workspace. Create or join one first.',
  key_permission: '{{permission}} cannot be given',
  key_end_past: 'must be a time to come',
  key_end_late: 'may not be later than the end of the key that makes it',
  needed: 'is needed',
  new_people_workspace_needed: 'is needed: where new people begin',
  new_people_role_needed: 'is needed: what new people may do',
  new_people_role_owner: 'must not be that of the owner',
  address_odd: 'must be an address that begins with https://',
  address_open: 'must begin with https://: whoever listens on the way could sign in as anybody',
  address_too_much: 'must hold neither a name nor a fragment',
  domain_odd: 'must be a domain, as in acme.eu.auth0.com',
  tenant_odd:
    'must be the id of one tenant (Directory ID), as in 8a4f…-…: with “common” everybody who has a Microsoft account could come',
  issuer_of_all:
    'must name one tenant by its id (Directory ID), as in https://login.microsoftonline.com/8a4f…-…/v2.0: with “common”, “organizations” or “consumers” everybody who has a Microsoft account could come',
  mail_domain_odd: 'must be a domain, as in example.com',
  domain_named_already: 'The domain {{domain}} is named already.',
  domains_exceeded: 'An organisation names {{most}} domains at most. Remove one first.',
  domain_not_proved:
    'The organisation has not proved that the domain {{domain}} is its own, so its provider brings no addresses of it.',
  sign_on_needs_domain:
    'Prove a domain of your organisation first: its own sign-on can be asked of its own people alone.',
  last_domain_of_sign_on:
    'The organisation asks for its single sign-on, and this is its last proved domain. Let passwords in first.',
  trust_of_administrators:
    'is changed by an administrator of the organisation alone, as is the entity id: by them people are known who came already',
  time_zone_unknown: '“{{timeZone}}” is no time zone. Name one as Europe/Berlin.',
  cron_fields: 'A cron expression has five fields: minute, hour, day, month, day of the week.',
  cron_too_often: 'This comes more often than every 15 minutes. Choose it less often.',
  cron_odd: '“{{cron}}” is no cron expression for this. Write one as 30 6 * * 1-5.',
  variable_hosts_needed: 'name the hosts to which the value may go, as api.example.com or *.example.com',
  variable_host_odd: '“{{host}}” is no host. Write it as api.example.com, *.example.com or localhost:8080.',
  variable_host_new:
    '{{host}} is new. Give the value anew to send it there, or ask somebody who may change credentials.',
  variable_value_short: 'needs at least {{length}} characters: a shorter one could not be hidden in answers',
  variable_value_anew: 'must be given anew: that of a secret variable is never shown',
  variable_hosts_of_others: 'only a secret variable has hosts',
} as const

/** A reason of the catalogue. */
export type RefusalReason = keyof typeof REFUSAL_TEXTS

/** Why something was refused: for people in English, and what another language is made of. */
export interface Refusal {
  message: string
  reason: RefusalReason
  details: Record<string, string>
}

/** Says why something was refused. */
export function tellWhy(reason: RefusalReason, details: Record<string, string> = {}): Refusal {
  const text: string = REFUSAL_TEXTS[reason]
  const message = text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => details[name] ?? place)
  return { message, reason, details }
}
