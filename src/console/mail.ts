import type { Transporter } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

const timeoutMs = 20_000

/** Sends by SMTP. The library is loaded by the first mail: most services never send one. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    // Texts are ours: no file and no address is ever read for one.
    const closed = { disableFileAccess: true, disableUrlAccess: true }
    return createTransport({ url: smtpUrl, ...limits, ...closed })
  }
  return {
    async send(mail) {
      transport ??= open()
      await (await transport).sendMail({ from, ...mail })
    },
  }
}
