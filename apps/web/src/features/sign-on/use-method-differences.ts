import { loginProviders, type SignOnProvider } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { differingFields } from '../../ui/saved-meanwhile/differing-fields.ts'
import type { LoginMethodValues } from './login-method-values.ts'

const SWITCHES = ['isEnabled', 'trustEmail', 'autoProvision'] as const

/** In what a login method as others left it differs from the form: its fields, and what is on or off. Secrets are not shown. */
export function useMethodDifferences(provider: SignOnProvider) {
  const { t } = useTranslation('sign-on')
  const { name, fields } = loginProviders[provider]
  const shown = fields.filter(({ kind }) => kind !== 'secret').map((field) => field.name)
  const texts = [...shown, 'label', 'emailDomains'] as const
  const labels = {
    isEnabled: t('enable', { name }),
    trustEmail: t('trustEmail'),
    autoProvision: t('autoProvision'),
  }
  return (both: { mine: LoginMethodValues; theirs: LoginMethodValues }) => [
    ...SWITCHES.filter((field) => both.mine[field] !== both.theirs[field]).map((field) => ({
      label: labels[field],
      theirs: t(both.theirs[field] ? 'meanwhileOn' : 'meanwhileOff'),
    })),
    ...differingFields(Object.fromEntries(texts.map((field) => [field, t(`field.${field}`)])), both),
  ]
}
