/** Error for a request that cannot be answered. The message is shown to the user. */
export class BrowseError extends Error {
  constructor(
    /**
     * HTTP status: 400 invalid input, 404 no such row, 409 changed in the meantime, 422 rejected by the database, 503 no
     * connection.
     */
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
