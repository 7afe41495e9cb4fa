import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the signer's clock and ours may differ. Older notifications are treated as replays. */
const toleranceSeconds = 300
const signaturesMax = 8

/** The signature of `t` (seconds) and a body, as 64 hexadecimal digits. */
export function signStripe(secret: string, t: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
}

/**
 * Whether a `Stripe-Signature` header (`t=…,v1=…`) proves a body. A header can hold several signatures while
 * the operator replaces the secret. Each one is compared in constant time.
 */
export function isSignedByStripe(
  { header, body }: { readonly header: string | undefined; readonly body: Uint8Array },
  secret: string,
  now: Date,
): boolean {
  const parts = (header ?? '').split(',', signaturesMax + 1).map((part) => part.trim())
  const t = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  if (t === undefined) return false
  const expected = Buffer.from(signStripe(secret, t, body), 'hex')
  const isSigned = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/i.test(part))
    .some((part) => timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected))
  return isSigned && Math.abs(now.getTime() / 1000 - Number(t)) <= toleranceSeconds
}
