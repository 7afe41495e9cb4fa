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

/** Sends by SMTP. The library is loaded with the first mail, because most services never send one. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    // Mail texts are ours: the library must not read a file or an address for them.
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
