import type { PasskeyAssertion } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../code-field.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { secondFactorQuery } from './account-queries.ts'

/** What is on: an authenticator app, passkeys. */
export interface Factors {
  isOn: boolean
  hasPasskeys: boolean
}

/** What proves the second factor, as a call takes it. */
export interface FactorProof {
  code?: string
  passkey?: PasskeyAssertion
}

/** Whether a change of the account asks for more than the password. */
export const asksForFactor = (factors: Factors | undefined): boolean =>
  factors !== undefined && (factors.isOn || factors.hasPasskeys)

/** What is on for the own account; undefined until that is known. */
export function useFactors(): Factors | undefined {
  return useQuery(secondFactorQuery).data
}

/** What was given of the second factor: the passkey's answer, or else the code, if any. */
export function factorProof({ code, passkey }: { code: string; passkey?: PasskeyAssertion }): FactorProof {
  if (passkey) return { passkey }
  return code.trim() === '' ? {} : { code: code.trim() }
}

/**
 * Asks for the second factor beside the password of a form, where one is on: by a code, or by a passkey, whose answer sends
 * the form. Also where the server asked for it.
 */
export function FactorFields({
  factors,
  codeProps,
  onPasskey,
}: {
  factors: Factors | undefined
  codeProps: ComponentProps<typeof CodeField>
  onPasskey: (passkey: PasskeyAssertion) => Promise<unknown>
}) {
  const { t } = useTranslation('account')
  if (!asksForFactor(factors) && !codeProps.error) return null
  return (
    <>
      <CodeField isRecoveryOnly={factors?.isOn === false} {...codeProps} />
      {factors?.hasPasskeys ? <PasskeyButton label={t('passkey.use')} onAnswer={onPasskey} /> : null}
    </>
  )
}
