import { findProviderAddress } from '@runnel/contract'
import i18next from 'i18next'

/** A window of the browser, as far as it is sent somewhere. */
type Sent = Pick<Window, 'location'>

/**
 * Sends a window to a provider or a vendor that our server named. @throws Error in words for the person, for an address to
 * which no browser is sent
 */
export function leaveSite(address: string, from: Sent = window): void {
  const provider = findProviderAddress(address)
  if (provider === undefined)
    throw new Error(i18next.t('error.unsafeAddress', { ns: 'ui', address: address.slice(0, 100) }))
  from.location.assign(provider)
}

/** Opens a window that is to be sent to a vendor: one that is not opened by the click itself would be blocked. */
export function openVendorWindow(): Window | null {
  return window.open('about:blank', '_blank', 'popup,width=600,height=720')
}
