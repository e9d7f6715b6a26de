/** Languages in which mails are written. */
export type MailLanguage = 'en' | 'de'

/** What a mail says beside its link. `values` stand for `{name}` in the texts. */
export interface MailText {
  subject: string
  paragraphs: string[]
  action?: string
  footer: string
}

const ignore = {
  en: 'If you did not ask for this, you need not do anything.',
  de: 'Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun.',
}

/** All texts of mails, in all languages. */
export const mailTexts = {
  invitation: {
    en: {
      subject: 'You are invited to Runnel',
      paragraphs: [
        '{name} ({inviter}) invites you to the workspace “{workspace}” of the organisation “{organization}” in Runnel.',
        'Your role there will be “{role}”.',
        'The link works once, for seven days.',
      ],
      action: 'Accept the invitation',
      footer: 'If you do not know {inviter}, you need not do anything.',
    },
    de: {
      subject: 'Sie sind zu Runnel eingeladen',
      paragraphs: [
        '{name} ({inviter}) lädt Sie in Runnel in den Arbeitsbereich „{workspace}“ der Organisation „{organization}“ ein.',
        'Ihre Rolle dort wird „{role}“ sein.',
        'Der Link gilt einmal, sieben Tage lang.',
      ],
      action: 'Einladung annehmen',
      footer: 'Wenn Sie {inviter} nicht kennen, brauchen Sie nichts zu tun.',
    },
  },
  added: {
    en: {
      subject: 'You have a new workspace in Runnel',
      paragraphs: ['{inviter} added you to the workspace “{workspace}”.'],
      action: 'Open Runnel',
      footer: 'You get this mail because you have an account there.',
    },
    de: {
      subject: 'Sie haben einen neuen Arbeitsbereich in Runnel',
      paragraphs: ['{inviter} hat Sie in den Arbeitsbereich „{workspace}“ aufgenommen.'],
      action: 'Runnel öffnen',
      footer: 'Sie erhalten diese Mail, weil Sie dort ein Konto haben.',
    },
  },
  reset: {
    en: {
      subject: 'A new password for Runnel',
      paragraphs: ['Set a new password by this link. It works once, for an hour.'],
      action: 'Set a new password',
      footer: ignore.en,
    },
    de: {
      subject: 'Ein neues Passwort für Runnel',
      paragraphs: ['Mit diesem Link setzen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang.'],
      action: 'Neues Passwort setzen',
      footer: ignore.de,
    },
  },
  verification: {
    en: {
      subject: 'Confirm your e-mail address for Runnel',
      paragraphs: [
        'Somebody registered with this address as “{name}”. If it was you, confirm it by this link and the password that you chose. The link works once, for a day.',
      ],
      action: 'Confirm the address',
      footer: 'If it was not you, you need not do anything: without this link there is no account.',
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Runnel',
      paragraphs: [
        'Jemand hat sich mit dieser Adresse als „{name}“ registriert. Wenn Sie das waren, bestätigen Sie es mit diesem Link und dem Passwort, das Sie gewählt haben. Der Link gilt einmal, einen Tag lang.',
      ],
      action: 'Adresse bestätigen',
      footer: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ohne diesen Link gibt es kein Konto.',
    },
  },
  hasAccount: {
    en: {
      subject: 'You have an account in Runnel already',
      paragraphs: ['Somebody wanted to make an account with this address. There is one: sign in with it.'],
      action: 'Sign in',
      footer: ignore.en,
    },
    de: {
      subject: 'Sie haben schon ein Konto in Runnel',
      paragraphs: [
        'Jemand wollte ein Konto mit dieser Adresse anlegen. Es gibt schon eines: Melden Sie sich damit an.',
      ],
      action: 'Anmelden',
      footer: ignore.de,
    },
  },
  emailChange: {
    en: {
      subject: 'Confirm your new e-mail address for Runnel',
      paragraphs: [
        'Somebody wants {email} to be the address of their Runnel account. If it was you, open this link while you are signed in there; it works once, for an hour.',
      ],
      action: 'Confirm the new address',
      footer: ignore.en,
    },
    de: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für Runnel',
      paragraphs: [
        'Jemand möchte {email} zur Adresse seines Runnel-Kontos machen. Wenn Sie das waren, öffnen Sie diesen Link, während Sie dort angemeldet sind; er gilt einmal, eine Stunde lang.',
      ],
      action: 'Neue Adresse bestätigen',
      footer: ignore.de,
    },
  },
  emailChangeAsked: {
    en: {
      subject: 'Your Runnel account is to get another e-mail address',
      paragraphs: [
        'The address of your account is to become {email}. A link went to that mailbox; until it is opened, everything stays as it is.',
        'If this was not you, somebody knows your password: change your password at once, and the link opens nothing any more.',
      ],
      footer: 'You get this mail because your account has this address.',
    },
    de: {
      subject: 'Ihr Runnel-Konto soll eine andere E-Mail-Adresse bekommen',
      paragraphs: [
        'Die Adresse Ihres Kontos soll {email} werden. An dieses Postfach ging ein Link; bis er geöffnet wird, bleibt alles, wie es ist.',
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort: Ändern Sie es sofort, dann öffnet der Link nichts mehr.',
      ],
      footer: 'Sie erhalten diese Mail, weil Ihr Konto diese Adresse hat.',
    },
  },
  addressTaken: {
    en: {
      subject: 'Your address has an account in Runnel',
      paragraphs: [
        'Somebody wants {email} to be the address of their Runnel account. It has an account already, so nothing changes.',
      ],
      footer: 'If it was you, sign in with this address, or choose another one for the other account.',
    },
    de: {
      subject: 'Ihre Adresse hat ein Konto in Runnel',
      paragraphs: [
        'Jemand möchte {email} zur Adresse seines Runnel-Kontos machen. Sie hat schon ein Konto, deshalb ändert sich nichts.',
      ],
      footer:
        'Wenn Sie das waren, melden Sie sich mit dieser Adresse an, oder wählen Sie für das andere Konto eine andere.',
    },
  },
  emailChanged: {
    en: {
      subject: 'The e-mail address of your Runnel account has changed',
      paragraphs: [
        'Your account has the address {email} now, and all browsers were signed out. Sign in with it.',
        'If this was not you, tell your administrator at once: who bars the account ends its sessions, and at the server it gets your address back.',
      ],
      footer: 'You get this mail because your account has, or had, this address.',
    },
    de: {
      subject: 'Die E-Mail-Adresse Ihres Runnel-Kontos wurde geändert',
      paragraphs: [
        'Ihr Konto hat jetzt die Adresse {email}, und alle Browser wurden abgemeldet. Melden Sie sich damit an.',
        'Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Administration: Wer das Konto sperrt, beendet seine Anmeldungen, und auf dem Server bekommt es Ihre Adresse zurück.',
      ],
      footer: 'Sie erhalten diese Mail, weil Ihr Konto diese Adresse hat oder hatte.',
    },
  },
  passwordChanged: {
    en: {
      subject: 'The password of your Runnel account has changed',
      paragraphs: ['Your password was changed, and all other browsers were signed out.'],
      footer: 'If this was not you, tell your administrator at once.',
    },
    de: {
      subject: 'Das Passwort Ihres Runnel-Kontos wurde geändert',
      paragraphs: ['Ihr Passwort wurde geändert, und alle anderen Browser wurden abgemeldet.'],
      footer: 'Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung.',
    },
  },
  passkeyAdded: {
    en: {
      subject: 'Your Runnel account has a new passkey',
      paragraphs: ['The passkey “{name}” was added. It opens your account.'],
      footer: 'If this was not you, remove it and change your password at once.',
    },
    de: {
      subject: 'Ihr Runnel-Konto hat einen neuen Passkey',
      paragraphs: ['Der Passkey „{name}“ wurde hinzugefügt. Er öffnet Ihr Konto.'],
      footer: 'Wenn Sie das nicht waren, entfernen Sie ihn und ändern Sie sofort Ihr Passwort.',
    },
  },
  passkeyRemoved: {
    en: {
      subject: 'A passkey of your Runnel account was removed',
      paragraphs: ['The passkey “{name}” does not open your account any more.'],
      footer: 'If this was not you, change your password at once.',
    },
    de: {
      subject: 'Ein Passkey Ihres Runnel-Kontos wurde entfernt',
      paragraphs: ['Der Passkey „{name}“ öffnet Ihr Konto nicht mehr.'],
      footer: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.',
    },
  },
  secondFactorOn: {
    en: {
      subject: 'Two-factor sign-in of your Runnel account is on',
      paragraphs: [
        'An authenticator app was set up. Your account asks for its code beside your password from now on, and all other browsers were signed out.',
      ],
      footer: 'If this was not you, tell your administrator at once, and change your password.',
    },
    de: {
      subject: 'Die Anmeldung in zwei Schritten ist für Ihr Runnel-Konto an',
      paragraphs: [
        'Eine Authenticator-App wurde eingerichtet. Ihr Konto fragt ab jetzt neben dem Passwort nach ihrem Code, und alle anderen Browser wurden abgemeldet.',
      ],
      footer: 'Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Verwaltung, und ändern Sie Ihr Passwort.',
    },
  },
  secondFactorOff: {
    en: {
      subject: 'The authenticator app of your Runnel account was taken off',
      paragraphs: ['Your account does not ask for a code of the authenticator app any more.'],
      footer: 'If this was not you, change your password at once and turn two-factor sign-in on again.',
    },
    de: {
      subject: 'Die Authenticator-App Ihres Runnel-Kontos wurde entfernt',
      paragraphs: ['Ihr Konto fragt nicht mehr nach einem Code der Authenticator-App.'],
      footer:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und schalten Sie die Anmeldung in zwei Schritten wieder ein.',
    },
  },
  recoveryCodesReplaced: {
    en: {
      subject: 'Your Runnel account has new recovery codes',
      paragraphs: ['New recovery codes were made. The ones of before do not work any more.'],
      footer: 'If this was not you, change your password and make new recovery codes at once.',
    },
    de: {
      subject: 'Ihr Runnel-Konto hat neue Wiederherstellungscodes',
      paragraphs: ['Neue Wiederherstellungscodes wurden erzeugt. Die bisherigen gelten nicht mehr.'],
      footer:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und erzeugen Sie neue Wiederherstellungscodes.',
    },
  },
  recoveryCodeUsed: {
    en: {
      subject: 'A recovery code of your Runnel account was used',
      paragraphs: [
        'A recovery code stood in for the second factor of your account, and works no more. Codes that are left: {count}.',
      ],
      footer: 'If this was not you, change your password and make new recovery codes at once.',
    },
    de: {
      subject: 'Ein Wiederherstellungscode Ihres Runnel-Kontos wurde benutzt',
      paragraphs: [
        'Ein Wiederherstellungscode stand für den zweiten Faktor Ihres Kontos ein und gilt nicht mehr. Codes, die übrig sind: {count}.',
      ],
      footer:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und erzeugen Sie neue Wiederherstellungscodes.',
    },
  },
  secondFactorReset: {
    en: {
      subject: 'The second factor of your Runnel account was taken off',
      paragraphs: [
        '{by} took the authenticator app, the passkeys and the recovery codes off your account. Your password alone opens it now.',
        'Turn two-factor sign-in on again in your account settings.',
      ],
      footer: 'If you did not ask for this, change your password at once and ask {by} about it.',
    },
    de: {
      subject: 'Der zweite Faktor Ihres Runnel-Kontos wurde entfernt',
      paragraphs: [
        '{by} hat die Authenticator-App, die Passkeys und die Wiederherstellungscodes von Ihrem Konto entfernt. Ihr Passwort allein öffnet es jetzt.',
        'Schalten Sie die Anmeldung in zwei Schritten in Ihren Kontoeinstellungen wieder ein.',
      ],
      footer:
        'Wenn Sie nicht darum gebeten haben, ändern Sie sofort Ihr Passwort und fragen Sie bei {by} nach.',
    },
  },
  identityLinked: {
    en: {
      subject: 'Your Runnel account has a new way to sign in',
      paragraphs: ['A sign-in at {issuer} was linked to your account. It opens your account from now on.'],
      footer: 'If this was not you, unlink it in your account and change your password at once.',
    },
    de: {
      subject: 'Ihr Runnel-Konto hat einen neuen Weg zur Anmeldung',
      paragraphs: [
        'Eine Anmeldung bei {issuer} wurde mit Ihrem Konto verknüpft. Sie öffnet ab jetzt Ihr Konto.',
      ],
      footer: 'Wenn Sie das nicht waren, trennen Sie sie in Ihrem Konto und ändern Sie sofort Ihr Passwort.',
    },
  },
  identityUnlinked: {
    en: {
      subject: 'A way to sign in to your Runnel account was removed',
      paragraphs: ['A sign-in at {issuer} does not open your account any more.'],
      footer: 'If this was not you, change your password at once.',
    },
    de: {
      subject: 'Ein Weg zur Anmeldung an Ihrem Runnel-Konto wurde entfernt',
      paragraphs: ['Eine Anmeldung bei {issuer} öffnet Ihr Konto nicht mehr.'],
      footer: 'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.',
    },
  },
} satisfies Record<string, Record<MailLanguage, MailText>>

/** What a mail is about. */
export type MailSubject = keyof typeof mailTexts

/** All that a mail may be about. */
export const mailSubjects = Object.keys(mailTexts) as MailSubject[]
