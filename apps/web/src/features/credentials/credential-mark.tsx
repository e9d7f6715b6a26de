import { api } from '../../app/api.ts'

const SIZE = 24

/** The mark of a type of credential; what it is stands beside it in words. */
export function CredentialMark({ type }: { type: string }) {
  return (
    <img
      className="credential-mark"
      src={api.addressOf('getCredentialIcon', { params: { name: type } })}
      width={SIZE}
      height={SIZE}
      loading="lazy"
      alt=""
    />
  )
}
