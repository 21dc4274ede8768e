//! A mail server with faults, which keeps the mails that it accepts.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::core::config::{Config, MailTls};
use crate::tests::certificate::Certificate;

/// How the server fails in one conversation.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// It answers with this line instead of its greeting.
    Greeting(&'static str),
    /// It answers so to the recipient.
    Recipient(&'static str),
    /// It answers so to the complete mail, which it does not keep.
    Mail(&'static str),
    /// It keeps the mail, and closes the connection without an answer.
    SilentAfterData,
    /// It says nothing any more once it has the mail.
    HangsAfterData,
    /// It takes the mail, and does not answer the end of the conversation.
    NoGoodbye,
    /// It refuses the login, and repeats what it got.
    EchoesLogin,
    /// It sends its greeting a byte at a time, and never ends it.
    SlowBytes,
}

/// A mail that the server has accepted.
#[derive(Debug)]
pub struct Received {
    pub from: String,
    pub to: Vec<String>,
    /// The message with its header, decoded from the protocol but not from its encodings.
    pub data: String,
}

impl Received {
    /// Returns a header that is in one line.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        let mut lines = self.head().lines();
        lines
            .find_map(|line| line.strip_prefix(&start))
            .unwrap_or_else(|| panic!("no {name} in {}", self.data))
    }

    pub fn head(&self) -> &str {
        self.data.split_once("\r\n\r\n").expect("a header").0
    }

    /// Returns the decoded text of the plain part.
    pub fn plain(&self) -> String {
        self.part("text/plain")
    }

    /// Returns the decoded text of the HTML part.
    pub fn html(&self) -> String {
        self.part("text/html")
    }

    fn part(&self, content_type: &str) -> String {
        let (_, part) = self
            .data
            .split_once(&format!("Content-Type: {content_type}"))
            .expect("a part");
        let (_, body) = part.split_once("\r\n\r\n").expect("a body");
        // A link that is too long for a line may continue with two hyphens, too.
        let (_, boundary) = self.head().split_once("boundary=\"").expect("parts");
        let (boundary, _) = boundary.split_once('"').expect("a boundary");
        let end = format!("\r\n--{boundary}");
        decode(body.split_once(&end).expect("an end").0)
    }

    /// Returns the only link of the plain part that contains this text.
    pub fn link(&self, part: &str) -> String {
        let text = self.plain();
        let mut links = text.split_whitespace().filter(|word| word.contains(part));
        let link = links
            .next()
            .unwrap_or_else(|| panic!("no {part} in {text}"));
        assert_eq!(links.next(), None, "{text}");
        link.to_owned()
    }
}

/// Decodes quoted-printable.
fn decode(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        if *first == b'=' {
            let code = std::str::from_utf8(&after[..2]).expect("two digits");
            bytes.push(u8::from_str_radix(code, 16).expect("a byte"));
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

/// The server. It stops with the test.
pub struct MailDouble {
    pub port: u16,
    faults: Arc<Mutex<VecDeque<Fault>>>,
    received: Receiver<Received>,
}

impl MailDouble {
    /// Starts a server without encryption.
    pub fn start() -> Self {
        Self::with(None)
    }

    /// Starts a server that encrypts from the first byte, with a certificate that nobody trusts.
    pub fn with_bad_certificate() -> Self {
        Self::with_certificate(&Certificate::new("IP:127.0.0.1,DNS:localhost"))
    }

    /// Starts a server that encrypts from the first byte.
    pub fn with_certificate(certificate: &Certificate) -> Self {
        Self::with(Some(certificate.server.clone()))
    }

    fn with(tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let faults = Arc::<Mutex<VecDeque<Fault>>>::default();
        let (sender, received) = mpsc::channel();
        let next = faults.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let fault = next.lock().expect("faults").pop_front();
                let (sender, tls) = (sender.clone(), tls.clone());
                std::thread::spawn(move || match tls {
                    None => serve(stream, fault, &sender),
                    Some(tls) => {
                        let connection = ServerConnection::new(tls).expect("a connection");
                        serve(StreamOwned::new(connection, stream), fault, &sender);
                    }
                });
            }
        });
        Self {
            port,
            faults,
            received,
        }
    }

    /// Lets the next conversations fail in this order.
    pub fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.lock().expect("faults").extend(faults);
    }

    /// Returns the next mail.
    #[track_caller]
    pub fn next(&self) -> Received {
        let mail = self.received.recv_timeout(Duration::from_secs(10));
        mail.expect("a mail")
    }

    /// Returns the mails that have arrived.
    pub fn all(&self) -> Vec<Received> {
        self.received.try_iter().collect()
    }

    /// Sets up a site to use this server.
    pub fn configure(&self, config: &mut Config) {
        let mail = &mut config.mail;
        (mail.host, mail.port, mail.tls) =
            ("127.0.0.1".to_owned(), self.port.into(), MailTls::None);
        mail.from = "Stoa <stoa@stoa.test>".to_owned();
    }
}

fn serve(stream: impl Read + Write, fault: Option<Fault>, received: &Sender<Received>) {
    // A client that gives up ends the conversation.
    let _ = converse(BufReader::new(stream), fault, received);
}

fn converse<S: Read + Write>(
    mut stream: BufReader<S>,
    fault: Option<Fault>,
    received: &Sender<Received>,
) -> std::io::Result<()> {
    if matches!(fault, Some(Fault::SlowBytes)) {
        loop {
            stream.get_mut().write_all(b"2")?;
            stream.get_mut().flush()?;
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let greeting = match fault {
        Some(Fault::Greeting(line)) => line,
        _ => "220 double.test ESMTP",
    };
    let say = |stream: &mut BufReader<S>, line: &str| {
        let stream = stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    };
    say(&mut stream, greeting)?;
    let (mut from, mut to) = (String::new(), Vec::new());
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let address = || {
            line.split_once('<')
                .map_or("", |(_, rest)| rest.trim_end_matches('>'))
        };
        match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => say(
                &mut stream,
                "250-double.test\r\n250-AUTH PLAIN\r\n250 8BITMIME",
            )?,
            "AUTH" if matches!(fault, Some(Fault::EchoesLogin)) => {
                say(&mut stream, &format!("535 no account has {line}"))?;
            }
            "AUTH" => say(&mut stream, "235 welcome")?,
            "MAIL" => {
                from = address().to_owned();
                say(&mut stream, "250 sender")?;
            }
            "RCPT" => match fault {
                Some(Fault::Recipient(answer)) => say(&mut stream, answer)?,
                _ => {
                    to.push(address().to_owned());
                    say(&mut stream, "250 recipient")?;
                }
            },
            "DATA" => {
                say(&mut stream, "354 go ahead")?;
                let data = read_data(&mut stream)?;
                let mail = Received {
                    from: from.clone(),
                    to: std::mem::take(&mut to),
                    data,
                };
                match fault {
                    Some(Fault::Mail(answer)) => say(&mut stream, answer)?,
                    Some(Fault::SilentAfterData) => {
                        let _ = received.send(mail);
                        return Ok(());
                    }
                    Some(Fault::HangsAfterData) => {
                        let _ = received.send(mail);
                        // Until the client closes the connection.
                        let _ = stream.read(&mut [0]);
                        return Ok(());
                    }
                    _ => {
                        let _ = received.send(mail);
                        say(&mut stream, "250 taken")?;
                    }
                }
            }
            "QUIT" if matches!(fault, Some(Fault::NoGoodbye)) => {
                // Until the client closes the connection.
                let _ = stream.read(&mut [0]);
                return Ok(());
            }
            "QUIT" => return say(&mut stream, "221 bye"),
            _ => say(&mut stream, "500 unknown command")?,
        }
    }
}

/// Reads a message as the strictest server does: only CRLF ends a line.
fn read_data(stream: &mut impl BufRead) -> std::io::Result<String> {
    let mut data = Vec::new();
    while !data.ends_with(b"\r\n.\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        // A laxer server would end a line, and so a message, at either.
        let after_cr = data.last() == Some(&b'\r');
        assert_eq!(byte[0] == b'\n', after_cr, "a bare CR or LF");
        data.push(byte[0]);
    }
    data.truncate(data.len() - 3);
    let text = String::from_utf8(data).expect("UTF-8");
    Ok(text.replace("\r\n..", "\r\n."))
}
