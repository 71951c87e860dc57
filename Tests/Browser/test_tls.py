"""Pages and clients over TLS: Chromium, Python's own TLS, and a certificate that is changed while the server runs."""
import signal
import ssl
import subprocess
import time

import pytest

from map_page import wait_received

# Chromium is told to take the certificate; that it is the right one is for the Python client to see.
ANY_CERTIFICATE = {"ignore_https_errors": True}


def make_certificate(folder, name="server"):
    """Paths of a certificate that signs itself, and of its key."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9",
         "-keyout", key, "-out", certificate, "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True)
    return certificate, key


def trusting(certificate):
    return ssl.create_default_context(cafile=certificate)


@pytest.fixture
def pair(tmp_path):
    return make_certificate(tmp_path)


def test_the_default_bundle_meets_a_client_over_tls(start_server, open_map, connect, pair):
    certificate, key = pair
    server = start_server("--tls-cert", certificate, "--tls-key", key, bundle=None)
    assert server.url.startswith("https://")
    client = connect(server, tls=trusting(certificate))
    page = open_map(server, context=ANY_CERTIFICATE, map="demo")
    client.expect("READY")
    client.expect("MAP_LOADED")
    client.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w101"})
    assert client.expect("FEATURE_HIGHLIGHTED")["feature_id"] == "w101"
    assert page.evaluate("isSecureContext")


def test_an_unchanged_bundle_and_long_messages_over_tls(start_server, open_map, connect, pair):
    certificate, key = pair
    server = start_server("--tls-cert", certificate, "--tls-key", key)
    client = connect(server, tls=trusting(certificate))
    page = open_map(server, context=ANY_CERTIFICATE)
    client.expect("READY")
    client.dispatch({"type": "HELLO", "text": "ü" * 500_000})
    wait_received(page, "HELLO")


def test_sighup_shows_a_new_certificate_to_who_comes_then(start_server, connect, tmp_path, pair):
    certificate, key = pair
    server = start_server("--tls-cert", certificate, "--tls-key", key)
    before = trusting(certificate)
    client = connect(server, tls=before)
    new_certificate, new_key = make_certificate(tmp_path, "next")
    certificate.write_bytes(new_certificate.read_bytes())
    key.write_bytes(new_key.read_bytes())
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 10
    while "certificate: read again" not in server.log.read_text():
        assert time.monotonic() < deadline, server.log.read_text()
        time.sleep(0.02)
    newcomer = connect(server, tls=trusting(new_certificate), role="observer")
    client.dispatch({"type": "HELLO"})
    newcomer.expect("HELLO")
    with pytest.raises(ssl.SSLCertVerificationError):
        connect(server, tls=before)
