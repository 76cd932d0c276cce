/// A self-signed certificate for `localhost`, for tests of encrypted listeners. Its key is public: it protects nothing.
public enum TestCertificate {
    /// The certificate as PEM.
    public static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBnDCCAUGgAwIBAgIUZOoNgS212FPCgW3gc3czuH030RUwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1MDA0MloYDzIxMjYxMDI4
        MTUwMDQyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAT6mOfE1X4EUsXrIFnJnjEOhEoY9CJk3qIPpWq/X6K5vUdw6BNwSIEp
        8xkc3ZBoqxo+43UxjufxOurQk6Pm79Wvo28wbTAdBgNVHQ4EFgQUo9ftpejdeTCI
        LYaUpRT8PoBHlFgwHwYDVR0jBBgwFoAUo9ftpejdeTCILYaUpRT8PoBHlFgwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSQAwRgIhAMXrpTF/s2jyMHIFKztMrS10AIBm9zltFQFtKKRj30r0AiEA
        vDPRL6GB6EtK1u2nRuh+jLEmP3eUs4vu98lbAKhKlp4=
        -----END CERTIFICATE-----

        """

    /// The private key as PEM.
    public static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOc8qk/Tqh6B0M0Ul
        ha1qkps+MAgOw4GZR6JtypMAdyihRANCAAT6mOfE1X4EUsXrIFnJnjEOhEoY9CJk
        3qIPpWq/X6K5vUdw6BNwSIEp8xkc3ZBoqxo+43UxjufxOurQk6Pm79Wv
        -----END PRIVATE KEY-----

        """
}
