/** A request that cannot be answered; the message is for the person who sent it. */
export class BrowseError extends Error {
  constructor(
    /** As of HTTP: 400 wrong input, 409 changed meanwhile, 422 rejected by the database, 503 no connection. */
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
