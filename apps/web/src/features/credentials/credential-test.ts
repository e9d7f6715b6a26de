import type { CredentialTestResult } from '@runnel/contract'
import type { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'

type Translate = ReturnType<typeof useTranslation<'node-form'>>['t']

/** What is tried: a stored credential, with what was typed over it, or one that is not stored. */
export interface CredentialTrial {
  id: string | undefined
  credentialName: string
  /** Absent where a stored one is tried as it is. */
  plainDataObj?: Record<string, string>
}

/** Asks the vendor whether it takes a credential; nothing is stored. */
export function testCredential(trial: CredentialTrial): Promise<CredentialTestResult> {
  const { id, credentialName, plainDataObj } = trial
  if (id === undefined) return api.testNewCredential({ body: { credentialName, plainDataObj: plainDataObj ?? {} } })
  return api.testCredential({ params: { id }, body: plainDataObj === undefined ? {} : { plainDataObj } })
}

/** What came of it, in a sentence. */
export function describeTest({ outcome, ...told }: CredentialTestResult, t: Translate): string {
  const host = told.host ?? ''
  const message = told.message || t('test.noWords', { status: told.status ?? '' })
  if (outcome === 'works') return t('test.works', { host })
  if (outcome === 'untestable') return t('test.untestable')
  if (outcome === 'refused') return t('test.refused', { host, message })
  return t(told.status === undefined ? 'test.unreachable' : 'test.faulty', { host, message })
}
