/** Why people and what they may do were refused something: reason → English text. `REFUSAL_TEXTS` says how they are read. */
export const PEOPLE_TEXTS = {
  forbidden: 'Forbidden',
  right_missing:
    'This needs the permission “{{permissions}}”, which your role does not give you here. Ask an administrator of your organisation for it.',
  key_right_missing:
    'This needs the permission “{{permissions}}”, which this API key does not hold. Whoever manages the API keys of its workspace can add it.',
  person_needed: 'No API key may do this: it is done by somebody who is signed in.',
  administrator_needed:
    'Only an administrator of the organisation may do this. Ask one of them to do it, or to make you one.',
  platform_without:
    'This kind of installation does not have this. Whoever runs it chooses its kind, by the setting PLATFORM_TYPE.',
  rights_not_held: 'You do not hold {{permissions}} yourself, so this is not yours to change.',
  right_of_some_workspaces:
    'This counts in every workspace of your organisation, and you hold the right to it in some of them only.',
  wrong_credentials: 'Incorrect Email or Password',
  no_workspace: 'This account belongs to no workspace. Ask an administrator to add you to one.',
  sign_on_needed: 'Your organisation asks for its single sign-on: choose its button on the sign-in page.',
  sign_on_or_second_factor:
    'Your organisation asks for its single sign-on. As an administrator you get in by your password as well, but only with a second factor, and this account has none.',
  tries_exceeded: 'Too many failed tries. Wait {{seconds}} seconds and try again.',
  account_held_up:
    'Others have tried this account too often. Wait {{seconds}} seconds and try again, or choose “Forgot your password?”: the link that is mailed to you lets this browser in at once.',
  account_held_up_without_mail:
    'Others have tried this account too often. Wait {{seconds}} seconds and try again, or ask whoever runs this installation for a link to a new password: it lets this browser in at once.',
  mailed_just_now:
    'A mail went to this address less than two minutes ago. Wait {{seconds}} seconds and try again.',
  mailed_too_often: 'Too many mails went to this address within a day. Go on tomorrow.',
  invited_too_often:
    'Your organisation invited this address too often within a day. The mails that went out hold; send another one tomorrow.',
  invitations_exceeded: 'Your organisation sent too many invitations within a day. Go on tomorrow.',
  invited_too_often_by_you:
    'You invited this address too often within a day, in all your organisations together. The mails that went out hold; send another one tomorrow.',
  invitations_exceeded_by_you:
    'You sent too many invitations within a day, in all your organisations together. Go on tomorrow.',
  codes_exceeded: 'Too many wrong codes. Wait {{seconds}} seconds and try again.',
  password_wrong: 'is not your password',
  password_same: 'is the old one: choose another',
  code_wrong: 'is not right',
  address_unusable: 'cannot be used: choose another',
  email_change_sign_in: 'Sign in to the account whose address is to change, then open the link again.',
  email_change_needs_operator:
    'This installation sends no mail, so nobody can show here that an address is theirs. Ask an administrator; at the server, npm run admin -- change-email makes a link.',
  account_of_provider:
    'You signed in by your organisation’s provider: your account is changed there, or after a sign-in with its password.',
  own_removal: 'Nobody removes themselves. Ask another administrator to do it.',
  own_unlinking: 'Nobody takes themselves out of a workspace. Ask somebody else to do it.',
  last_administrator: 'This is the last administrator of the organisation. Make somebody else one first.',
  own_last_administrator: 'You are the last administrator of “{{name}}”. Make somebody else one first.',
  last_way_in:
    'After this no administrator of the organisation could sign in any more. Give one of them another way first: a password, a passkey, another login method.',
  ways_in_lost:
    'Administrators who could not sign in any more after this: {{count}}. Give them another way first, or say in administratorsLockedOut how many they are.',
  actor_other: 'is whoever calls: leave it out',
  status_of_organization: 'is what the person is in the organisation: change it there',
  status_of_invitation: 'is “invited” only until an invitation is accepted: choose active or disable',
  organization_of_invitation: 'is the one that invites: leave it out',
  field_unknown: 'is not known here: leave it out',
  member_already: 'This person belongs to the organisation already.',
  in_workspace_already: 'This person is in the workspace already.',
  invited_beyond_own:
    'This person is invited already, to more than you may give. Ask an administrator for a new link.',
  role_beyond_own: 'This role may do more than you may do in that workspace.',
  flow_setting_right: 'is changed only with the right {{permission}}: leave it as it was',
  role_of_organization: 'must be the role owner or member: other roles are given in workspaces',
  role_built_in_deleted: 'The role {{role}} is built in and cannot be deleted.',
  role_built_in_changed: 'The role {{role}} is built in. Copy it instead.',
  role_given: 'The role {{role}} is given to {{people}}. Give them another role first.',
  role_given_widely:
    'The role {{role}} is given to {{people}} and {{rest}} more. Give them another role first.',
  role_given_by_groups:
    'The role {{role}} is given by the groups {{groups}}. Have them give another one first.',
  role_given_by_sign_on:
    'The role {{role}} is what new people who sign in with {{providers}} get. Choose another one there first.',
  role_name_built_in: 'is the name of a built-in role; choose another one',
  role_name_taken: 'There is a role “{{name}}” already. Choose another name.',
  permission_unknown: '“{{permission}}” is no permission',
  workspace_name_taken: 'There is a workspace “{{name}}” already. Choose another name.',
  workspace_name_reserved: '“{{name}}” is reserved; choose another name',
  organization_name_own: 'You are in an organisation “{{name}}” already. Choose another name.',
  organization_name_reserved: '“{{name}}” is reserved; choose another name',
  organizations_exceeded: 'Nobody is the administrator of more than {{most}} organisations.',
  organizations_closed: 'On this installation no more organisations are made. Ask whoever runs it.',
  organization_by_provider:
    'You signed in by your organisation’s provider, which opens that organisation alone. Sign in with your password to make another one.',
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
  invitation_failed: 'This person could not be invited now. Try again later.',
  invitation_ended: 'This invitation is not valid any more. Ask for a new one.',
  invitation_link_kept: 'The link for {{name}} goes to their mailbox alone, as long as mails arrive there.',
  invitation_accepted: '{{name}} has accepted the invitation already.',
  invitation_barred: '{{name}} is barred. Let them in again first.',
  link_ended: 'This link is not valid any more. Ask for a new one.',
  registration_password_wrong:
    'is not the one of this registration. If you do not know it, have a link for a new password mailed to you.',
  no_mail:
    'This installation sends no mail. Ask an administrator; at the server, npm run admin -- reset-password makes a link.',
  reset_by_mail:
    'Mails go out here: the person asks for the link on the sign-in page, under “Forgot your password?”.',
  reset_by_operator:
    'On this kind of installation nobody makes links for others. At the server, npm run admin -- reset-password makes one.',
  reset_of_own: 'Change your own password in your account settings.',
  reset_elsewhere:
    'This account belongs to another organisation as well. Only its owner sets its password; at the server, npm run admin -- reset-password makes a link.',
  reset_without_password: '{{name}} has no password here: they sign in by your organisation’s provider.',
  reset_of_invited: '{{name}} has not accepted the invitation yet. Send that again instead.',
  sign_up_without_mail:
    'Nobody can register here: this installation sends no mail, and an address has to be proved by one. Whoever operates it sets SMTP_URL.',
  invitation_without_place:
    '{{name}} is in no workspace any more, so the link would open nothing. Invite them into a workspace.',
  barred: 'This account is barred. Ask an administrator of your organisation to let it in again.',
  page_of_other_address:
    'This call came from a page of another address and was refused. Open {{address}} instead.',
  mail_refused: '{{server}} did not take the mail: {{words}}',
  passkey_unknown: 'This passkey does not open an account here.',
  passkey_answer_odd: 'does not answer what this browser was asked',
  passkeys_exceeded: 'You have {{most}} passkeys. Remove one that you do not use first.',
  passkey_site_unknown:
    'Passkeys need the address of this server. Set APP_URL to the address under which people reach it, such as https://runnel.example.com, and start it again.',
  passkey_site_number:
    'Browsers keep passkeys for names, not for numbers. Set APP_URL to an address with a name.',
  passkey_site_local: 'Browsers keep passkeys for names, not for numbers. Open Runnel at {{address}}.',
  begin_anew: 'Begin once more.',
  factor_code_wrong: 'This code is not right, or was used already.',
  factor_passkey_wrong: 'This passkey is not right, or was used already.',
  factor_code_needed: 'Enter the code of your authenticator app.',
  factor_passkey_needed: 'Use your passkey, or a recovery code.',
  factor_set_up_anew: 'Begin with the set-up once more.',
  factor_on_already: 'Two-factor sign-in is on already. Turn it off first.',
  factor_absent: 'This account has no second factor.',
  factor_own:
    'This is your own account: turn its second factor off in your account settings, with your password and a code.',
  account_elsewhere:
    'This account has a place in another organisation, too, so nobody here changes how it is opened. Its owner does, or who operates the installation.',
  account_changed_meanwhile: 'The account was changed meanwhile.',
  password_changed_meanwhile: 'The password was changed meanwhile. Sign in again.',
  set_up_already: 'You can only have one organization',
  set_up_token_wrong: 'The set-up token is missing or wrong. It stands in the server’s console.',
  set_by_server: 'is set by the server; leave it out',
  variable_name_taken: 'There is a variable “{{name}}” already. Change that one, or choose another name.',
  tool_name_taken: 'There is a tool “{{name}}” already. Change that one, or choose another name.',
  changed_by_others:
    '{{thing}} was changed by someone else (it is now at revision {{revision}}). Load it again, then repeat your change.',
  revision_of_several: 'names the revision of one login method; send that one alone, or no revision',
  changed_by:
    '{{thing}} was changed by {{by}} at {{at}} (it is now at revision {{revision}}). Load it again, then repeat your change.',
  email_with_password: 'change the address and the password one after the other',
  password_repeated_wrong: 'must be the same as the new password',
  person_unnamed: 'name an id or an e-mail address',
  place_unnamed: 'name a workspace, a person or a role',
  role_given_meanwhile: 'Role {{role}} is given to somebody.',
  shares_changed_meanwhile:
    'Others change with whom this is shared right now. Look at it again, then repeat your change.',
  own_workspace_shared: 'it is already of this workspace',
  only_workspace: 'This is the last workspace of the organisation. Create another one first.',
  not_linked: 'Your account is not linked to {{provider}}.',
  linked_already: 'This identity is linked to an account already.',
  address_has_account: 'This address has an account already.',
  domain_not_named: 'The domain {{domain}} is not named here.',
  no_login_method: 'There is no login method {{provider}}.',
  login_method_twice: '{{provider}} is named twice.',
  sign_on_untried: 'Sign in by a login method of this organisation first: so it is sure that one works.',
  last_login_method:
    'The organisation asks for its single sign-on, and this is its last login method. Let passwords in first.',
  secret_anew: 'is to be given anew, because {{fields}} is another: the stored one does not go there',
  certificate_odd: 'is not one: paste the text between BEGIN CERTIFICATE and END CERTIFICATE',
  certificates_many: 'holds more than {{most}} certificates: keep those that are in use',
  certificate_ended: 'ended on {{date}}',
  certificate_begins: 'begins on {{date}}',
  group_workspace_twice: 'is named twice: a group gives one role in a workspace',
  group_owner_unsaid: 'is the owner’s: say that the group is to make owners',
  token_end_odd: 'must be a time to come, within {{days}} days',
  tokens_exceeded: 'There are {{most}} tokens already. Revoke one of them first.',
  session_newer:
    'This browser signed in after the one that you use. Sign in here once more, then you can sign it out, or change your password.',
  take_over_signed_in: 'needs somebody who is signed in',
  records_unread: 'The records of {{name}} could not be read. Try again later.',
} as const
