import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface SecretInputProps extends PasswordInputProps {
  /** Name of the button that shows what was written. */
  toggleLabel: string
}

/** A field for a password or a key: its eye is reached by keyboard, and its error is told to screen readers. */
export function SecretInput({ toggleLabel, error, ...props }: SecretInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': toggleLabel, tabIndex: 0 }}
      error={error}
      aria-invalid={Boolean(error)}
      {...props}
    />
  )
}
